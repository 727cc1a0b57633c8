import mongoose, { type Connection, type mongo } from 'mongoose';

export interface WatchClient {
  readonly connection: Connection;
  /** Whether the server answers somebody who connects to it anew. */
  readonly serverAnswers: () => Promise<boolean>;
  /** Gives the connection a new client. */
  readonly reopen: () => Promise<unknown>;
  /** How often it is looked at, milliseconds. */
  readonly everyMs: number;
  /** A client that gets no answer for so long, milliseconds, is stuck when the server answers others. */
  readonly stuckMs: number;
  /** Told in one line of what was mended. */
  readonly onFault: (message: string) => void;
}

/** What the driver does not tell of itself, as far as it is looked at here. Absent parts are taken as nothing to mend. */
interface Insides {
  readonly topology?: {
    readonly s?: { readonly servers?: ReadonlyMap<string, { readonly pool?: Pool }> };
  };
}
interface Pool {
  readonly checkedOutConnections?: ReadonlySet<PoolConnection>;
}
interface PoolConnection {
  readonly closed?: boolean;
  readonly socket?: NodeJS.EventEmitter;
}

/**
 * Two things from which the driver (7.8) does not recover by itself, and which a process that runs for months will meet:
 *
 * - A command larger than the buffer of its socket waits for the socket to drain. When the connection closes meanwhile
 *   without an error (a server that ended it, a silence that was too long) that wait never ends, and the connection's
 *   place in the pool is lost.
 * - A client whose places are all lost, or that no longer looks for its server, answers nothing for ever, although the
 *   server is well.
 */
export class ClientWatch {
  readonly #timer: NodeJS.Timeout;
  #client: mongo.MongoClient;
  /** Commands whose connection was found closed at the last look. */
  #closedBefore: ReadonlySet<PoolConnection> = new Set();
  #lastAnswer = performance.now();
  #unanswered = 0;
  #asking = false;
  #mending: Promise<unknown> | undefined;

  constructor(private readonly parts: WatchClient) {
    this.#client = this.#follow();
    this.#timer = setInterval(() => this.#look(), parts.everyMs);
    this.#timer.unref();
  }

  /** Resolves when nothing is being mended any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#mending;
  }

  /** Whatever comes back to the pool was answered, or ended by the driver itself. */
  #follow(): mongo.MongoClient {
    const client = this.parts.connection.getClient();
    client.on('connectionCheckedIn', () => {
      this.#lastAnswer = performance.now();
      this.#unanswered = 0;
    });
    return client;
  }

  #look(): void {
    if (this.#mending) return;
    this.#endHungCommands();
    void this.#ask();
    // A process that slept is no stuck client: it has to ask in vain first.
    if (this.#unanswered < 2 || performance.now() - this.#lastAnswer < this.parts.stuckMs) return;
    this.#mending = this.#mend().finally(() => (this.#mending = undefined));
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await this.#client.db('admin').command({ ping: 1 });
    } catch {
      this.#unanswered += 1;
    } finally {
      this.#asking = false;
    }
  }

  /** One look later the driver has ended everything that it ends by itself. */
  #endHungCommands(): void {
    const closed = new Set<PoolConnection>();
    for (const connection of checkedOut(this.#client)) {
      if (connection.closed !== true) continue;
      closed.add(connection);
      if (!this.#closedBefore.has(connection)) continue;
      connection.socket?.emit(
        'error',
        new mongoose.mongo.MongoNetworkError('the connection was closed while a command was being sent'),
      );
      this.parts.onFault('a command to MongoDB whose connection is closed was ended');
    }
    this.#closedBefore = closed;
  }

  async #mend(): Promise<void> {
    const { serverAnswers, reopen, onFault } = this.parts;
    const asked = performance.now();
    if (!(await serverAnswers().catch(() => false)) || this.#lastAnswer > asked) return;
    onFault('MongoDB answers others and not this client: it is opened anew');
    try {
      await reopen();
      this.#client = this.#follow();
      this.#lastAnswer = performance.now();
      this.#unanswered = 0;
    } catch (error) {
      onFault(`MongoDB could not be opened anew: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function* checkedOut(client: mongo.MongoClient): Generator<PoolConnection> {
  const servers = (client as unknown as Insides).topology?.s?.servers?.values() ?? [];
  for (const { pool } of servers) yield* pool?.checkedOutConnections ?? [];
}
