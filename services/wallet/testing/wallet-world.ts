import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import type { RuleBroken } from '../../contracts/errors.js';
import type { WalletCommand } from '../wallet.commands.js';
import { walletStream } from '../../ledger/streams.js';
import type { Executed } from '../queue/wallet.batch.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { WalletStreams } from '../wallet.streams.js';
import { FaultyEventStore } from './faulty-event-store.js';
import { fund, START, USER } from './given-wallet.js';

export const context: EventContext = {
  actor: { kind: 'user', id: USER },
  correlationId: 'context',
  causationId: 'cause',
  now: START,
};

/** Customer with 100 naira on a `FaultyEventStore`. */
export class WalletWorld {
  readonly store = new FaultyEventStore();
  readonly kept = new Map<string, unknown>();
  readonly snapshots: SnapshotStore = {
    load: <Value>(key: string) => this.kept.get(key) as Value | undefined,
    save: async (key, value) => void this.kept.set(key, JSON.parse(JSON.stringify(value))),
    remove: async (key) => void this.kept.delete(key),
    close: async () => undefined,
  };
  wallets = new WalletStreams(this.store, this.snapshots);

  static async open(): Promise<WalletWorld> {
    const world = new WalletWorld();
    await world.ask(fund(10_000n));
    world.store.appends.length = 0;
    return world;
  }

  /** Restarts with nothing in memory. */
  reopen(): void {
    this.wallets = new WalletStreams(this.store, this.snapshots);
  }

  ask(command: WalletCommand): Promise<Executed> {
    return this.wallets.handle(USER, command, context);
  }

  askAll(commands: readonly WalletCommand[]): Promise<PromiseSettledResult<Executed>[]> {
    return Promise.allSettled(commands.map((command) => this.ask(command)));
  }

  /** Code of the `RuleBroken`, or `accepted`. */
  codeOf(command: WalletCommand): Promise<string> {
    return this.ask(command).then(
      () => 'accepted',
      (error: RuleBroken) => error.code,
    );
  }

  async types(): Promise<string[]> {
    return (await this.store.readStream(walletStream(USER))).map(({ type }) => type);
  }

  async count(type: string): Promise<number> {
    return (await this.types()).filter((each) => each === type).length;
  }
}

export const refusals = (all: readonly PromiseSettledResult<Executed>[]): string[] =>
  all.flatMap((each) => (each.status === 'rejected' ? [(each.reason as RuleBroken).code] : []));
