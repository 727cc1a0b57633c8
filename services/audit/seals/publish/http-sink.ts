import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Checkpoints } from '../../../../infra/checkpoints/checkpoints.js';
import { timeoutSignal } from '../../../../infra/host/timers.js';
import type { SignedSeal } from '../../../contracts/proofs/signed-seal.js';
import type { PublishedSeal, SealSink } from './seal-publisher.js';

const TIMEOUT_MS = 10_000;
const CHECKPOINT = 'published-seals';

const Kept = z.object({ to: z.string(), ledgerId: z.string(), rootHash: z.string() });

/**
 * An address that seals are posted to, one each, in order; its `idempotency-key` is the same however often it is posted, and whoever
 * receives it knows it by its number of events. How far it came is kept beside the snapshots: lost, all of them are posted again.
 */
export class HttpSink implements SealSink {
  readonly pageMax = 1;
  private readonly to: string;

  constructor(
    private readonly url: URL,
    private readonly checkpoints: Checkpoints,
  ) {
    this.to = createHash('sha256').update(url.href).digest('hex');
  }

  async last(): Promise<PublishedSeal | undefined> {
    const kept = await this.checkpoints.load(CHECKPOINT);
    const { data } = Kept.safeParse(kept?.state);
    // Somebody else at another address has none of them yet.
    if (!kept || data?.to !== this.to) return undefined;
    return { treeSize: kept.position, ledgerId: data.ledgerId, rootHash: data.rootHash };
  }

  async publish(seals: readonly SignedSeal[], signal: AbortSignal): Promise<void> {
    for (const seal of seals) {
      await this.post(seal, signal);
      const { treeSize, ledgerId, rootHash } = seal;
      await this.checkpoints.save(CHECKPOINT, {
        position: treeSize,
        state: { to: this.to, ledgerId, rootHash },
      });
    }
  }

  /** The address itself may hold a secret, and is not told. */
  private async post(seal: SignedSeal, signal: AbortSignal): Promise<void> {
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `${seal.ledgerId.slice(0, 16)}-${seal.treeSize}`,
      },
      body: JSON.stringify(seal),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeoutSignal(TIMEOUT_MS)]),
    }).catch((error: unknown) => {
      const { cause } = error as { readonly cause?: { readonly code?: string } };
      throw new Error(`${this.url.host} did not answer (${cause?.code ?? (error as Error).name})`);
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`${this.url.host} answered ${answer.status}`);
  }
}
