import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import type { Pointers } from './pointers.js';
import type { ProjectorLease } from './projector-lease.js';

/**
 * Database sessions of a writer. `nameSession` records each session before its first use, so that the next
 * writer can end it. Otherwise, rows that a dead writer locked would stay locked for about a minute.
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
    // Do not reuse the session of a failed transaction, because it may hold locks.
    this.idle.push(session);
  }

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
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which one attempt to get the lock ends. Default: 2 s. */
  readonly tryMs?: number;
}

const TRY_MS = 2_000;
const RETRY_MS = 100;
/** Error codes that mean that a lock was not granted: time limit, write conflict, lock timeout, lock busy. */
const HELD_UP: readonly unknown[] = [50, 112, 24, 46];

/**
 * Makes this writer the only writer. Each attempt first ends the sessions of earlier writers, because their
 * transactions may lock the documents.
 * @throws when `signal` or `lease.lost` aborts
 * @throws when the server does not answer
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
