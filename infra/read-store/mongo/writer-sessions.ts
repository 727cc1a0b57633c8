import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import type { Pointers } from './pointers.js';
import type { ProjectorLease } from './projector-lease.js';

/**
 * The sessions whose transactions one writer uses, each named by its lease before the first. A transaction belongs to its
 * session and not to the connection: it outlives a writer that was cut off, and keeps its rows locked until somebody ends
 * the session or the server's limit is over, a minute as a rule.
 */
export class WriterSessions {
  private readonly idle: ClientSession[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly lease: Pick<ProjectorLease, 'nameSession'>,
  ) {}

  async inTransaction(work: (session: ClientSession) => Promise<void>): Promise<void> {
    const session = this.taken() ?? (await this.begin());
    await session.withTransaction(() => work(session));
    // One that failed is not used again: what the server still holds of it is not known.
    this.idle.push(session);
  }

  /** Those of a client that was replaced have ended. */
  private taken(): ClientSession | undefined {
    let session = this.idle.pop();
    while (session?.hasEnded) session = this.idle.pop();
    return session;
  }

  private async begin(): Promise<ClientSession> {
    const session = await this.connection.startSession();
    await this.lease.nameSession(session.id!.id);
    return session;
  }
}

export interface TakeOffice {
  readonly pointers: Pick<Pointers, 'takeOffice'>;
  readonly lease: Pick<ProjectorLease, 'token' | 'lost' | 'endEarlierSessions'>;
  readonly transactions: boolean;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** How long one try may be held up; default 2 s. */
  readonly tryMs?: number;
}

const TRY_MS = 2_000;
const RETRY_MS = 100;
/** A lock is not to be had: too slow, a write conflict, a lock timeout, a busy lock. */
const HELD_UP: readonly unknown[] = [50, 112, 24, 46];

/**
 * From now on only this writer writes. A transaction that an earlier writer left open holds what is written here: its
 * sessions are ended, again at each try, since a writer that only slept may have begun another. Where that is not allowed,
 * this waits as long as the server lets a transaction live.
 * @throws when the signal or the loss of the lease ended the waiting, or the server is away
 */
export async function takeOffice({
  pointers,
  lease,
  transactions,
  signal,
  tryMs = TRY_MS,
}: TakeOffice): Promise<void> {
  if (!transactions) return pointers.takeOffice(lease.token);
  for (;;) {
    signal?.throwIfAborted();
    lease.lost.throwIfAborted();
    await lease.endEarlierSessions();
    try {
      return await pointers.takeOffice(lease.token, tryMs);
    } catch (error) {
      if (!HELD_UP.includes((error as { readonly code?: unknown }).code)) throw error;
      await sleep(RETRY_MS);
    }
  }
}
