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
import type { IdentityKind } from '../../contracts/funding.contract.js';
import type { BvnDetails } from '../../vendors/bvn-matcher.js';
import {
  bvnStream,
  identityEvent,
  identityStream,
  type BvnVerified,
  type IdentityEvent,
} from './bvn.events.js';

const DAY_MS = 24 * 3_600_000;
/**
 * Milliseconds after which another person may take over an unverified claim of a BVN. Until then, the check
 * may still be running.
 */
const CLAIM_YOUNG_MS = 10 * 60_000;

export interface BvnRecord {
  readonly verificationId: string;
  /** Last four digits of the BVN. Empty when the person was erased. */
  readonly lastFour: string;
}

function uuidFrom(bytes: Buffer): string {
  const own = Buffer.from(bytes.subarray(0, 16));
  own[6] = (own[6]! & 0x0f) | 0x80;
  own[8] = (own[8]! & 0x3f) | 0x80;
  return own.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Keyed digest (MAC) of a BVN or NIN, in hex. */
export const identityMac = (
  { emailKey }: Pick<Secrets, 'emailKey'>,
  { kind, number }: { readonly kind: IdentityKind; readonly number: string },
): string => createHmac('sha256', emailKey).update(`${kind}/${number}`).digest('hex');

@Injectable()
export class BvnRecords {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(KEY_VAULT) private readonly vault: KeyVault,
    @Inject(SECRETS) private readonly secrets: Pick<Secrets, 'emailKey'>,
  ) {}

  async verified(userId: string): Promise<BvnRecord | undefined> {
    const found = await this.opened(userId);
    if (!found) return undefined;
    const { lastFour } = found.sealed;
    return { verificationId: found.verificationId, lastFour: typeof lastFour === 'string' ? lastFour : '' };
  }

  async checkedLately(userId: string, now: number): Promise<number> {
    const events = await this.store.readStream(identityStream(userId));
    return events.filter(({ type, at }) => type === 'BvnChecked' && now - Date.parse(at) < DAY_MS).length;
  }

  /**
   * Returns the id of a BVN check, derived from the person and the details. A repeated check keeps its id, so
   * that it is charged only once. One day after the provider's answer, the same check gets a new id.
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
   * Claims a BVN. Ends another person's old claim when this person never verified the BVN. Stores an event
   * even when `userId` already has the claim, so that another person's parallel claim fails.
   * @returns number of claims that `userId` has lost. `noteVerified` needs this number.
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

  /**
   * Ends the claim of a person who has not verified the BVN.
   * @returns false when the person has verified the BVN
   */
  private async voidClaim(userId: string, mac: string, context: EventContext): Promise<boolean> {
    await this.vault.loadKeys([userId]);
    const { loaded } = await decideAndAppend(this.store, {
      stream: identityStream(userId),
      load: async () => {
        const { events, ...identity } = await this.identity(userId);
        const has = events.some((event) => {
          if (event?.type !== 'BvnVerified') return false;
          // Treat the BVN of a person without a key as free, because such a person was erased.
          const sealed = this.vault.open(userId, event.data.sealed);
          return sealed !== undefined && (sealed['bvnMac'] ?? mac) === mac;
        });
        return { ...identity, has };
      },
      decide: ({ has }) => (has ? [] : [fact('BvnClaimVoided', { userId }, { ...context, actor: SYSTEM })]),
    });
    return !loaded.has;
  }

  /**
   * Frees the BVN of a person. Call before deleting the person's key, because `bvnMac` is encrypted with
   * this key.
   */
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
    voided: number,
    context: EventContext,
  ): Promise<void> {
    await this.vault.loadKeys([userId]);
    const sealed = this.vault.seal(userId, { lastFour: bvn.slice(-4), bvnMac: this.macOf(bvn) });
    const event = fact('BvnVerified', { userId, ...what, sealed }, context);
    await this.append(userId, event, (now) => {
      // A changed `voided` means that another person has ended this claim.
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

  /** Stream names contain this digest, so that they do not reveal the BVN. */
  private macOf(bvn: string): string {
    return identityMac(this.secrets, { kind: 'bvn', number: bvn });
  }

  private async claimOf(
    stream: string,
  ): Promise<StreamHead & { readonly owner: string | undefined; readonly claimedAt: number }> {
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    if (!last) return { ...NO_STREAM, owner: undefined, claimedAt: 0 };
    const { revision, hash, type, data, at } = last;
    const owner = type === 'BvnClaimed' ? String(data['userId']) : undefined;
    return { revision, hash, owner, claimedAt: Date.parse(at) };
  }

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
