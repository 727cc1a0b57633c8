import { createHmac } from 'node:crypto';
import { type EventStore, NO_STREAM, type StreamHead } from '../../infra/event-store/event-store.js';
import { appendedSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { nowMs } from '../../infra/host/clock.js';
import { normalisePhone } from '../contracts/fields/phones.js';
import { CLAIM_YOUNG_MS } from './email-claims.js';
import { readStanding } from './standing.js';
import { type PhoneEvent, phoneStream } from './user.events.js';
import type { User } from './user.state.js';

interface PhoneClaim {
  readonly owner: string | undefined;
  readonly head: StreamHead;
  readonly claimedAt: number;
}

interface Claimants {
  current(userId: string): Promise<User | undefined>;
  phonesOf(userId: string): Promise<readonly string[]>;
}

/**
 * Claims of phone numbers by imported customers without an email. Registrations claim no phone number.
 * Otherwise, a stranger could lock an imported customer out.
 */
export class PhoneClaims {
  constructor(
    private readonly store: Pick<EventStore, 'append' | 'readStream'>,
    private readonly key: Buffer,
    private readonly people: Claimants,
  ) {}

  async ownerOf(phone: string): Promise<string | undefined> {
    return (await this.claimOf(phone)).owner;
  }

  /** @returns false when the phone belongs to another customer */
  async claim(phone: string, userId: string, context: EventContext): Promise<boolean> {
    const claim = await this.claimOf(phone);
    const { owner, head } = claim;
    if (owner === userId) return true;
    if (await this.stands(phone, claim)) return false;
    return (
      (await this.append(phone, head, fact('PhoneClaimed', { userId }, context))) ||
      (await this.ownerOf(phone)) === userId
    );
  }

  /** True when another customer than `by` has the phone, or is being imported with it. */
  async isTaken(phone: string, by: string): Promise<boolean> {
    const claim = await this.claimOf(phone);
    return claim.owner !== by && (await this.stands(phone, claim));
  }

  /** Frees the phones that the customer ever had, except `kept`. A crash may have left claims of former phones. */
  async freeAll(userId: string, context: EventContext, kept?: string): Promise<void> {
    for (const phone of await this.people.phonesOf(userId))
      if (kept === undefined || !isSame(phone, kept)) await this.free(phone, userId, context);
  }

  async free(phone: string, userId: string, context: EventContext): Promise<void> {
    const { owner, head } = await this.claimOf(phone);
    if (owner === userId) await this.append(phone, head, fact('PhoneFreed', { userId }, context));
  }

  private async stands(phone: string, { owner, claimedAt }: PhoneClaim): Promise<boolean> {
    if (owner === undefined) return false;
    const { standing } = await readStanding(this.store, owner);
    if (standing.forgotten) return false;
    // An owner without events is still being imported.
    if (standing.newest === undefined) return nowMs() - claimedAt < CLAIM_YOUNG_MS;
    const user = await this.people.current(owner);
    // A missing `user` is being erased, which frees the phone.
    return !user || isSame(user.phone, phone);
  }

  private async claimOf(phone: string): Promise<PhoneClaim> {
    const [last] = await this.store.readStream(this.stream(phone), { direction: 'backwards', limit: 1 });
    const owner = last?.type === 'PhoneClaimed' ? (last.data['userId'] as string) : undefined;
    return { owner, head: last ?? NO_STREAM, claimedAt: last ? Date.parse(last.at) : 0 };
  }

  private append(phone: string, head: StreamHead, event: PhoneEvent): Promise<boolean> {
    return appendedSurely(this.store, this.stream(phone), head, [event]);
  }

  private stream(phone: string): string {
    const text = `phone ${spelled(phone)}`;
    return phoneStream(createHmac('sha256', this.key).update(text).digest('hex'));
  }
}

const spelled = (phone: string): string => normalisePhone(phone) ?? phone;

const isSame = (one: string, other: string): boolean => spelled(one) === spelled(other);
