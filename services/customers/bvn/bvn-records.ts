import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KEY_VAULT, SECRETS, type KeyVault, type Secrets } from '../../../infra/crypto/key-vault.js';
import {
  EVENT_STORE,
  NO_STREAM,
  type EventStore,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { decideAndAppend } from '../../../infra/event-store/decide-and-append.js';
import { fact, SYSTEM, type EventContext } from '../../../infra/event-store/event-context.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { BvnDetails } from '../../vendors/bvn-matcher.js';
import {
  bvnStream,
  identityEvent,
  identityStream,
  type BvnVerified,
  type IdentityEvent,
} from './bvn.events.js';

const DAY_MS = 24 * 3_600_000;
/** Somebody may still be about to verify a BVN that was claimed so lately. To take it from them is safe, and of no use. */
const CLAIM_YOUNG_MS = 10 * 60_000;

export interface BvnRecord {
  readonly verificationId: string;
  /** Empty once the person was forgotten. */
  readonly lastFour: string;
}

/** The first 16 bytes as a UUID of version 8, which is one's own making. */
function uuidFrom(bytes: Buffer): string {
  const own = Buffer.from(bytes.subarray(0, 16));
  own[6] = (own[6]! & 0x0f) | 0x80;
  own[8] = (own[8]! & 0x3f) | 0x80;
  return own.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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

  /**
   * Names a check by who asks what, so that a check which is repeated because its answer was lost is the same one and is
   * charged once. The same question a day after it was answered is another.
   */
  async verificationId(userId: string, details: BvnDetails, now: number): Promise<string> {
    const events = await this.store.readStream(identityStream(userId));
    const { bvn, name, dateOfBirth, phone } = details;
    for (let round = 0; ; round += 1) {
      const asked = JSON.stringify([userId, bvn, name.trim().toLowerCase(), dateOfBirth, phone, round]);
      const mac = createHmac('sha256', this.secrets.emailKey).update(`bvn-check/${asked}`).digest();
      const id = `BVN-${uuidFrom(mac)}`;
      const answered = events.findLast(({ data }) => data['verificationId'] === id);
      if (!answered || now - Date.parse(answered.at) < DAY_MS) return id;
    }
  }

  /**
   * One person per BVN. A claim that led to nothing, because a process ended before it was verified, is void, and whoever made it is
   * told in their own stream first: there a check that is still under way, however long, comes before this, and has verified it, or
   * after it, and is refused. Also the same person claims anew: whoever is about to take it from them comes too late then.
   * @returns what `noteVerified` is to be given: how many claims of theirs were voided before this one
   * @throws RuleBroken BVN_TAKEN
   */
  async claim(userId: string, bvn: string, context: EventContext): Promise<number> {
    const mac = this.macOf(bvn);
    const stream = bvnStream(mac);
    const { voided } = await this.identity(userId);
    await decideAndAppend(this.store, {
      stream,
      load: async () => {
        const claim = await this.claimOf(stream);
        const { owner, claimedAt } = claim;
        const isFree = owner === undefined || owner === userId;
        const isOld = context.now.getTime() - claimedAt >= CLAIM_YOUNG_MS;
        return { ...claim, isFree: isFree || (isOld && (await this.voidClaim(owner, mac, context))) };
      },
      decide: ({ isFree }) => {
        if (!isFree) throw new RuleBroken('BVN_TAKEN');
        return [fact('BvnClaimed', { userId }, context)];
      },
    });
    return voided;
  }

  /** @returns false when they have verified it */
  private async voidClaim(userId: string, mac: string, context: EventContext): Promise<boolean> {
    await this.vault.loadKeys([userId]);
    const { loaded } = await decideAndAppend(this.store, {
      stream: identityStream(userId),
      load: async () => {
        const { events, ...identity } = await this.identity(userId);
        const has = events.some((event) => {
          if (event?.type !== 'BvnVerified') return false;
          // Whoever has no key was forgotten, and what they had verified was freed before. The first ones do not say which BVN it is.
          const sealed = this.vault.open(userId, event.data.sealed);
          return sealed !== undefined && (sealed['bvnMac'] ?? mac) === mac;
        });
        return { ...identity, has };
      },
      decide: ({ has }) => (has ? [] : [fact('BvnClaimVoided', { userId }, { ...context, actor: SYSTEM })]),
    });
    return !loaded.has;
  }

  /** Before a person's key is deleted: somebody else, or the same one later, may verify the BVN. */
  async free(userId: string, context: EventContext): Promise<void> {
    const bvnMac = (await this.opened(userId))?.sealed['bvnMac'];
    if (typeof bvnMac !== 'string') return;
    const stream = bvnStream(bvnMac);
    await decideAndAppend(this.store, {
      stream,
      load: () => this.claimOf(stream),
      decide: ({ owner }) => (owner === userId ? [fact('BvnFreed', { userId }, context)] : []),
    });
  }

  async noteVerified(
    userId: string,
    what: Omit<BvnVerified, 'userId' | 'sealed'>,
    bvn: string,
    /** As `claim` said. */
    voided: number,
    context: EventContext,
  ): Promise<void> {
    await this.vault.loadKeys([userId]);
    const sealed = this.vault.seal(userId, { lastFour: bvn.slice(-4), bvnMac: this.macOf(bvn) });
    const event = fact('BvnVerified', { userId, ...what, sealed }, context);
    await this.append(userId, event, (now) => {
      // It took so long that the BVN may be somebody else's by now.
      if (now.voided !== voided) throw new RuleBroken('BVN_TAKEN');
    });
  }

  async noteChecked(
    userId: string,
    what: { readonly verificationId: string; readonly consentVersion: string; readonly result: string },
    context: EventContext,
  ): Promise<void> {
    await this.append(userId, fact('BvnChecked', { userId, ...what }, context));
  }

  private async opened(
    userId: string,
  ): Promise<{ readonly verificationId: string; readonly sealed: Record<string, unknown> } | undefined> {
    const { events } = await this.identity(userId);
    const event = events.find((each) => each?.type === 'BvnVerified');
    if (!event) return undefined;
    const { verificationId, sealed } = event.data;
    await this.vault.loadKeys([userId]);
    return { verificationId, sealed: this.vault.open(userId, sealed) ?? {} };
  }

  /** Keyed, so that the names of streams tell no BVN; with a word before it, so that it is no MAC of an email. */
  private macOf(bvn: string): string {
    return createHmac('sha256', this.secrets.emailKey).update(`bvn/${bvn}`).digest('hex');
  }

  /** Whose the BVN of this stream is, since when, and where the stream ends. */
  private async claimOf(
    stream: string,
  ): Promise<StreamHead & { readonly owner: string | undefined; readonly claimedAt: number }> {
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    if (!last) return { ...NO_STREAM, owner: undefined, claimedAt: 0 };
    const { revision, hash, type, data, at } = last;
    const owner = type === 'BvnClaimed' ? String(data['userId']) : undefined;
    return { revision, hash, owner, claimedAt: Date.parse(at) };
  }

  /** What is stored of a person, how many claims of theirs were voided, and where their stream ends. */
  private async identity(userId: string) {
    const stored = await this.store.readStream(identityStream(userId));
    const { revision, hash } = stored.at(-1) ?? NO_STREAM;
    const events = stored.map(identityEvent);
    const voided = events.filter((event) => event?.type === 'BvnClaimVoided').length;
    return { revision, hash, events, voided };
  }

  private async append(
    userId: string,
    event: IdentityEvent,
    check: (now: { readonly voided: number }) => void = () => undefined,
  ): Promise<void> {
    await decideAndAppend(this.store, {
      stream: identityStream(userId),
      load: () => this.identity(userId),
      decide: (now) => {
        check(now);
        return [event];
      },
    });
  }
}
