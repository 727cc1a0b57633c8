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
 * Milliseconds after which another user may take over an unfinished claim. Until then, the registration, import
 * or email change may still be running.
 */
export const CLAIM_YOUNG_MS = 10 * 60_000;

/**
 * Each email has a stream for its claims. A user claims an email before getting it, and frees an email
 * after losing it. When a crash comes between these steps, the user has a claim without the email.
 */
export class EmailClaims {
  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private readonly emailKey: Buffer,
    private readonly people: Claimants,
  ) {}

  /**
   * Returns the id of the user who claimed the email, even when the registration of this user was
   * never finished.
   */
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
   * Returns the present claim of an email. First ends another user's old, unfinished claim. When the result
   * has no `owner`, append at the revision `head` to claim the email.
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
   * Returns the keyed digest (MAC) of an email. Names of streams contain this digest, so that they
   * do not reveal the email.
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
    // An owner without events is still being registered, so let the claim stand.
    if (standing.newest === undefined) return 'stands';
    if (standing.forgotten) return 'void';
    if (nowMs() - claimedAt < CLAIM_YOUNG_MS) return 'stands';
    const user = await this.people.current(owner);
    // A missing `user` is being erased, and the erasure ends the claim.
    return !user || user.email === normaliseEmail(email) ? 'stands' : 'leftover';
  }
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const emailMac = (emailKey: Buffer, email: string): string =>
  createHmac('sha256', emailKey).update(normaliseEmail(email)).digest('hex');

/**
 * Frees an email when this user has claimed it.
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
    // Ignore a conflict, because another process has just freed the email.
    if (!(error instanceof RevisionConflict)) throw error;
  }
}
