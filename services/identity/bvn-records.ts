import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../infra/crypto/key-vault.js';
import {
  EVENT_STORE,
  NO_STREAM,
  RevisionConflict,
  type EventStore,
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
    const events = await this.store.readStream(identityStream(userId));
    const event = events.find(({ type }) => type === 'BvnVerified');
    if (!event) return undefined;
    const { verificationId, sealed } = event.data as unknown as BvnVerified;
    await this.vault.bring([userId]);
    const lastFour = this.vault.open(userId, sealed)?.['lastFour'];
    return { verificationId, lastFour: typeof lastFour === 'string' ? lastFour : '' };
  }

  /** Checks of the last 24 hours that verified nothing. */
  async checkedLately(userId: string, now: number): Promise<number> {
    const events = await this.store.readStream(identityStream(userId));
    return events.filter(({ type, at }) => type === 'BvnChecked' && now - Date.parse(at) < DAY_MS).length;
  }

  /** One person per BVN. The same person again changes nothing. @throws RuleBroken BVN_TAKEN */
  async claim(userId: string, bvn: string, story: Story): Promise<void> {
    // Keyed, so that the names of streams tell no BVN; with a word before it, so that it is no MAC of an email.
    const mac = createHmac('sha256', this.secrets.emailKey).update(`bvn/${bvn}`).digest('hex');
    try {
      await writeStream(this.store, bvnStream(mac), NO_STREAM, [fact('BvnClaimed', { userId }, story)]);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      const [first] = await this.store.readStream(bvnStream(mac), { limit: 1 });
      if (first?.data['userId'] !== userId) throw new RuleBroken('BVN_TAKEN');
    }
  }

  async noteVerified(
    userId: string,
    what: Omit<BvnVerified, 'userId' | 'sealed'>,
    bvn: string,
    story: Story,
  ): Promise<void> {
    await this.vault.bring([userId]);
    const sealed = this.vault.seal(userId, { lastFour: bvn.slice(-4) });
    await this.append(userId, fact('BvnVerified', { userId, ...what, sealed }, story));
  }

  async noteChecked(
    userId: string,
    what: { readonly verificationId: string; readonly consentVersion: string; readonly result: string },
    story: Story,
  ): Promise<void> {
    await this.append(userId, fact('BvnChecked', { userId, ...what }, story));
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
