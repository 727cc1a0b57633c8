import { createHmac } from 'node:crypto';
import {
  type EventStore,
  NO_STREAM,
  RevisionConflict,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact, SYSTEM } from '../../infra/event-store/event-context.js';
import { nowMs } from '../../infra/host/clock.js';
import { readStanding } from './standing.js';
import type { UserCommand } from './user.decider.js';
import { emailStream } from './user.events.js';
import type { User } from './user.state.js';

export interface EmailClaim {
  readonly owner: string | undefined;
  readonly head: StreamHead;
}

interface Claimants {
  current(userId: string): Promise<User | undefined>;
  handle(userId: string, command: UserCommand, context: EventContext): Promise<User>;
}

/**
 * Age of an unfinished email claim in milliseconds. Another user may take over an older claim. The email
 * change of a younger claim may still run.
 */
const CLAIM_YOUNG_MS = 10 * 60_000;

/**
 * Claims of emails. Each email has a stream for its claims. A user claims an email before the email becomes
 * the user's. A user frees an email after losing it. A crash can leave a claim without a user.
 */
export class EmailClaims {
  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private readonly emailKey: Buffer,
    private readonly people: Claimants,
  ) {}

  /** Id of the user who claimed the email. Returns the id even when the registration was never finished. */
  async ownerOf(email: string): Promise<string | undefined> {
    return (await this.claimOf(email)).owner;
  }

  async claimOf(email: string): Promise<EmailClaim & { readonly claimedAt: number }> {
    const stream = emailStream(this.mac(email));
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    if (!last) return { owner: undefined, head: NO_STREAM, claimedAt: 0 };
    const owner = last.type === 'EmailClaimed' ? (last.data['userId'] as string) : undefined;
    return { owner, head: last, claimedAt: Date.parse(last.at) };
  }

  async isTaken(email: string): Promise<boolean> {
    const claim = await this.claimOf(email);
    return (
      claim.owner !== undefined && (await this.worthOf(claim.owner, email, claim.claimedAt)) === 'stands'
    );
  }

  /**
   * Current claim of an email. When there is no `owner`, the email may be claimed at the revision `head`.
   * First ends an email change of another user that is old and unfinished.
   * @param by user who wants the email
   */
  async toClaim(email: string, context: EventContext, by?: string): Promise<EmailClaim> {
    const claim = await this.claimOf(email);
    const { owner, head, claimedAt } = claim;
    if (owner === undefined || owner === by) return claim;
    const worth = await this.worthOf(owner, email, claimedAt);
    if (worth === 'stands') return claim;
    if (worth === 'leftover') {
      const command = { type: 'VoidEmailClaim', email: normaliseEmail(email) } as const;
      const { email: theirs } = await this.people.handle(owner, command, { ...context, actor: SYSTEM });
      if (theirs === command.email) return claim;
    }
    return { owner: undefined, head };
  }

  /**
   * Keyed digest (MAC) of an email. Stream names contain the digest, so that they do not reveal the email.
   */
  mac(email: string): string {
    return emailMac(this.emailKey, email);
  }

  private async worthOf(
    owner: string,
    email: string,
    claimedAt: number,
  ): Promise<'stands' | 'leftover' | 'void'> {
    const { standing } = await readStanding(this.store, owner);
    // An `owner` without events is still registering.
    if (standing.newest === undefined) return 'stands';
    if (standing.forgotten) return 'void';
    if (nowMs() - claimedAt < CLAIM_YOUNG_MS) return 'stands';
    const user = await this.people.current(owner);
    // A missing `user` is being erased. The claim stays valid until the erasure ends.
    return !user || user.email === normaliseEmail(email) ? 'stands' : 'leftover';
  }
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const emailMac = (emailKey: Buffer, email: string): string =>
  createHmac('sha256', emailKey).update(normaliseEmail(email)).digest('hex');

/**
 * Frees the email if this user holds it.
 * @param mac result of `EmailClaims.mac`
 */
export async function freeEmail(
  store: Pick<EventStore, 'append' | 'readStream'>,
  mac: string,
  userId: string,
  context: EventContext,
): Promise<void> {
  const stream = emailStream(mac);
  const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
  if (last?.type !== 'EmailClaimed' || last.data['userId'] !== userId) return;
  try {
    await appendSurely(store, stream, last, [fact('EmailFreed', { userId }, context)]);
  } catch (error) {
    // Another process freed the email at the same time.
    if (!(error instanceof RevisionConflict)) throw error;
  }
}
