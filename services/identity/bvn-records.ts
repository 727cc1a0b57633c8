import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import {
  EVENT_STORE,
  NO_STREAM,
  RevisionConflict,
  type EventStore,
  type RecordedEvent,
} from '../../infra/event-store/event-store.js';
import { fact, writeStream, type Story } from '../accounts/write-stream.js';
import { RuleBroken } from '../contracts/errors.js';
import { bvnStream, identityStream, type BvnVerified, type IdentityEvent } from './identity.events.js';

const CONFLICTS_MAX = 8;
const DAY_MS = 24 * 3_600_000;

export interface BvnRecord {
  readonly verificationId: string;
  /** Empty once the person was forgotten. */
  readonly lastFour: string;
}

/** What is stored about the BVNs of people. */
@Injectable()
export class BvnRecords {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(SECRETS) private readonly secrets: Pick<Secrets, 'emailKey'>,
  ) {}

  /** The BVN a person has verified; undefined when none. */
  async verified(userId: string): Promise<BvnRecord | undefined> {
    const found = await this.opened(userId);
    if (!found) return undefined;
    const { lastFour } = found.sealed;
    return { verificationId: found.verificationId, lastFour: typeof lastFour === 'string' ? lastFour : '' };
  }

  /** Checks of the last 24 hours that verified nothing. */
  async checkedLately(userId: string, now: number): Promise<number> {
    const events = await this.store.readStream(identityStream(userId));
    return events.filter(({ type, at }) => type === 'BvnChecked' && now - Date.parse(at) < DAY_MS).length;
  }

  /** One person per BVN. The same person again changes nothing. @throws RuleBroken BVN_TAKEN */
  async claim(userId: string, bvn: string, story: Story): Promise<void> {
    const stream = bvnStream(this.macOf(bvn));
    for (let conflicts = 0; ; conflicts += 1) {
      const last = await this.lastOf(stream);
      if (last?.type === 'BvnClaimed') {
        if (last.data['userId'] !== userId) throw new RuleBroken('BVN_TAKEN');
        return;
      }
      try {
        await writeStream(this.store, stream, last ?? NO_STREAM, [fact('BvnClaimed', { userId }, story)]);
        return;
      } catch (error) {
        if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
      }
    }
  }

  /** Before a person's key is deleted: somebody else, or the same one later, may verify the BVN. */
  async free(userId: string, story: Story): Promise<void> {
    const bvnMac = (await this.opened(userId))?.sealed['bvnMac'];
    if (typeof bvnMac !== 'string') return;
    const stream = bvnStream(bvnMac);
    const last = await this.lastOf(stream);
    if (last?.type !== 'BvnClaimed' || last.data['userId'] !== userId) return;
    await writeStream(this.store, stream, last, [fact('BvnFreed', { userId }, story)]);
  }

  async noteVerified(
    userId: string,
    what: Omit<BvnVerified, 'userId' | 'sealed'>,
    bvn: string,
    story: Story,
  ): Promise<void> {
    await this.vault.bring([userId]);
    const sealed = this.vault.seal(userId, { lastFour: bvn.slice(-4), bvnMac: this.macOf(bvn) });
    await this.append(userId, fact('BvnVerified', { userId, ...what, sealed }, story));
  }

  async noteChecked(
    userId: string,
    what: { readonly verificationId: string; readonly consentVersion: string; readonly result: string },
    story: Story,
  ): Promise<void> {
    await this.append(userId, fact('BvnChecked', { userId, ...what }, story));
  }

  private async opened(
    userId: string,
  ): Promise<{ readonly verificationId: string; readonly sealed: Record<string, unknown> } | undefined> {
    const events = await this.store.readStream(identityStream(userId));
    const event = events.find(({ type }) => type === 'BvnVerified');
    if (!event) return undefined;
    const { verificationId, sealed } = event.data as unknown as BvnVerified;
    await this.vault.bring([userId]);
    return { verificationId, sealed: this.vault.open(userId, sealed) ?? {} };
  }

  /** Keyed, so that the names of streams tell no BVN; with a word before it, so that it is no MAC of an email. */
  private macOf(bvn: string): string {
    return createHmac('sha256', this.secrets.emailKey).update(`bvn/${bvn}`).digest('hex');
  }

  private async lastOf(stream: string): Promise<RecordedEvent | undefined> {
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    return last;
  }

  private async append(userId: string, event: IdentityEvent): Promise<void> {
    const stream = identityStream(userId);
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        await writeStream(this.store, stream, await this.store.head(stream), [event]);
        return;
      } catch (error) {
        if (!(error instanceof RevisionConflict) || conflicts === CONFLICTS_MAX) throw error;
      }
    }
  }
}
