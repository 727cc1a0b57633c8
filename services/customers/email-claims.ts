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

/** Whose an email is, and the place in its stream where that is to change. */
export interface EmailClaim {
  readonly owner: string | undefined;
  readonly head: StreamHead;
}

/** Those who claim emails, as `Users` knows and changes them. */
interface Claimants {
  current(userId: string): Promise<User | undefined>;
  handle(userId: string, command: UserCommand, context: EventContext): Promise<User>;
}

/** Somebody may still be about to change an email that was claimed so lately. To take it from them is safe, and of no use. */
const CLAIM_YOUNG_MS = 10 * 60_000;

/**
 * Whose an email is. It is claimed in a stream of its own before it becomes anybody's, so that of two who want it one gets it, and freed
 * after it was theirs; a process may end between the two.
 */
export class EmailClaims {
  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private readonly emailKey: Buffer,
    private readonly people: Claimants,
  ) {}

  /** The id an email was claimed for, even if registration stopped right after; undefined when it was freed since. */
  async ownerOf(email: string): Promise<string | undefined> {
    return (await this.claimOf(email)).owner;
  }

  /** As claimed, whether or not anything came of it. */
  async claimOf(email: string): Promise<EmailClaim & { readonly claimedAt: number }> {
    const stream = emailStream(this.mac(email));
    const [last] = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    if (!last) return { owner: undefined, head: NO_STREAM, claimedAt: 0 };
    const owner = last.type === 'EmailClaimed' ? (last.data['userId'] as string) : undefined;
    return { owner, head: last, claimedAt: Date.parse(last.at) };
  }

  /** Whether nobody else may claim the email, as `toClaim`. */
  async isTaken(email: string): Promise<boolean> {
    const claim = await this.claimOf(email);
    return (
      claim.owner !== undefined && (await this.worthOf(claim.owner, email, claim.claimedAt)) === 'stands'
    );
  }

  /**
   * As `claimOf`, for somebody who claims it next at that very place; without an owner also where a claim led to nothing, because
   * a process ended before the change, or before it freed an email of before. Whoever claimed it is told in their own stream first:
   * there a change that is still under way, however long, comes before this, and has the email, or after it, and is refused.
   * @param by who claims it, whose own claims are left alone
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

  /** Keyed, so that the names of streams do not tell emails. */
  mac(email: string): string {
    return emailMac(this.emailKey, email);
  }

  /** `void`: nothing can come of it any more; `leftover`: nothing has come of it, and nothing is expected to. */
  private async worthOf(
    owner: string,
    email: string,
    claimedAt: number,
  ): Promise<'stands' | 'leftover' | 'void'> {
    const { standing } = await readStanding(this.store, owner);
    // Whoever registers with it goes on with this id.
    if (standing.newest === undefined) return 'stands';
    if (standing.forgotten) return 'void';
    if (nowMs() - claimedAt < CLAIM_YOUNG_MS) return 'stands';
    const user = await this.people.current(owner);
    // Without a key they are just being forgotten.
    return !user || user.email === normaliseEmail(email) ? 'stands' : 'leftover';
  }
}

/** Emails are compared without regard to case and surrounding space. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const emailMac = (emailKey: Buffer, email: string): string =>
  createHmac('sha256', emailKey).update(normaliseEmail(email)).digest('hex');

/** Anybody may have the email from here on. Nothing when it is somebody else's, or nobody's. @param mac its keyed digest */
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
    // Somebody else freed it at the same moment.
    if (!(error instanceof RevisionConflict)) throw error;
  }
}
