import type { Actor } from '../../infra/event-store/event-store.js';
import type { PurchaseAccepted, WalletEvent } from './wallet.events.js';
import type { Wallet } from './wallet.state.js';

/** Who asked, in which story, and when. */
export interface CommandMeta {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  readonly now: Date;
}

/** What came of a command, told only when it is durable. */
export interface Executed {
  /** None when it had already happened. */
  readonly events: readonly WalletEvent[];
  /** The wallet now. Read it at once: the next command changes it. */
  readonly wallet: Wallet;
  /** The first answer, when an equal purchase was asked for before. */
  readonly replayed?: PurchaseAccepted['firstAnswer'];
  /** A position that includes the events; undefined when there are none or the store cannot know it at once. */
  readonly position?: number | undefined;
}
