import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import {
  type Checkpoints,
  checkpointsIn,
  type DisposableValues,
  PUBLISHED_SEALS,
} from '../../../../infra/checkpoints/checkpoints.js';
import { timeoutSignal } from '../../../../infra/host/timers.js';
import { SignedSeal } from '../../../contracts/proofs/signed-seal.js';
import { publishTargetOf } from './publish-target.js';
import type { PublishedSeal, SealSink } from './seal-publisher.js';

const LINE_BYTES_MAX = 4_096;
const BEGINNING = '{"version":1,';

export class FileSink implements SealSink {
  readonly pageMax = 1_000;
  private size = -1;

  constructor(private readonly path: string) {}

  last(): Promise<PublishedSeal | undefined> {
    return this.opened('a+', async () =>
      this.opened('r+', async (file) => {
        const { size } = await file.stat();
        const from = Math.max(0, size - 2 * LINE_BYTES_MAX);
        const bytes = Buffer.alloc(size - from);
        await file.read(bytes, 0, bytes.length, from);
        const end = bytes.lastIndexOf('\n') + 1;
        const torn = bytes.toString('utf8', end);
        // Cut off an incomplete seal at the end of the file. A crash may have left it there.
        if (!torn.startsWith(BEGINNING) && !BEGINNING.startsWith(torn)) throw this.foreign();
        if (torn !== '') {
          await file.truncate(from + end);
          await file.sync();
        }
        this.size = from + end;
        if (end === 0 && from === 0) return undefined;
        const line = bytes.toString('utf8', bytes.lastIndexOf('\n', end - 2) + 1, end - 1);
        return this.sealIn(line);
      }),
    );
  }

  async publish(seals: readonly SignedSeal[]): Promise<void> {
    const lines = Buffer.from(seals.map((seal) => `${JSON.stringify(seal)}\n`).join(''));
    await this.opened('a', async (file) => {
      if ((await file.stat()).size !== this.size)
        throw new Error(`somebody else wrote to ${this.path} meanwhile`);
      await file.appendFile(lines);
      await file.sync();
    });
    if (this.size === 0) await this.syncFolder();
    this.size += lines.length;
  }

  private sealIn(line: string): PublishedSeal {
    try {
      return SignedSeal.parse(JSON.parse(line));
    } catch {
      throw this.foreign();
    }
  }

  private foreign(): Error {
    return new Error(`${this.path} holds something else than seals: name a file of their own`);
  }

  private async opened<Result>(flags: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> {
    let file: FileHandle;
    try {
      file = await open(this.path, flags, 0o644);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`${this.path} cannot be written (${code})`, { cause: error });
    }
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** Syncs the folder of the new file, so that the file survives a loss of power. */
  private async syncFolder(): Promise<void> {
    const folder = await open(dirname(this.path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

const TIMEOUT_MS = 10_000;

const Kept = z.object({ to: z.string(), ledgerId: z.string(), rootHash: z.string() });

/**
 * Posts one seal after another to a web address. A retry of a seal has the same `idempotency-key`.
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
    const kept = await this.checkpoints.load(PUBLISHED_SEALS);
    const { data } = Kept.safeParse(kept?.state);
    if (!kept || data?.to !== this.to) return undefined;
    return { treeSize: kept.position, ledgerId: data.ledgerId, rootHash: data.rootHash };
  }

  async publish(seals: readonly SignedSeal[], signal: AbortSignal): Promise<void> {
    for (const seal of seals) {
      await this.post(seal, signal);
      const { treeSize, ledgerId, rootHash } = seal;
      await this.checkpoints.save(PUBLISHED_SEALS, {
        position: treeSize,
        state: { to: this.to, ledgerId, rootHash },
      });
    }
  }

  /** Show only `url.host` in errors, because the path and the query of `url` may be secret. */
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

export function sinkOf(setting: string, values: DisposableValues): SealSink {
  const target = publishTargetOf(setting);
  return target.kind === 'file' ? new FileSink(target.path) : new HttpSink(target.url, checkpointsIn(values));
}
