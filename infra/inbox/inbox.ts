/**
 * A message from outside: that it came, and what of it may be kept, which is nothing about a person. `sealed` is encrypted all the
 * same, because strangers wrote it.
 */
export interface InboxMessage {
  /** Digest of the whole message as it came: the same one again is the same entry, and a copy kept elsewhere can be told to be it. */
  readonly id: string;
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly sealed: string;
}

/** What arrived, as evidence. Nothing is derived from it: facts are in the ledger. */
export interface Inbox {
  /** Resolves after it is durable. */
  store(message: InboxMessage): Promise<void>;
  get(id: string): InboxMessage | undefined | Promise<InboxMessage | undefined>;
  /** Drops what came before the moment. Returns how many. */
  prune(before: number): Promise<number>;
  close(): Promise<void>;
}

export const INBOX = Symbol('INBOX');
