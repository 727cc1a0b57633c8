import mongoose, { type Connection, type mongo } from 'mongoose';

export interface WatchClient {
  readonly connection: Connection;
  readonly serverAnswers: () => Promise<boolean>;
  readonly reopen: () => Promise<unknown>;
  readonly everyMs: number;
  /** Milliseconds without an answer after which the client is treated as stuck. */
  readonly stuckMs: number;
  readonly onFault: (message: string) => void;
}

/** Private parts of the MongoDB driver. If a part is missing, `#endHungCommands` does nothing. */
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
 * Repairs two faults of the MongoDB driver (7.8):
 * - A large command waits forever when its connection closes without an error. The connection's place in the
 *   pool is lost.
 * - A client that has lost all places never answers, although the server works.
 */
export class ClientWatch {
  readonly #timer: NodeJS.Timeout;
  #client: mongo.MongoClient;
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

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#mending;
  }

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
    // Require two failed pings, because a long time without answers may only mean that this process was
    // suspended.
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

  /** Ends each command whose connection is closed and was closed at the previous check too. */
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
