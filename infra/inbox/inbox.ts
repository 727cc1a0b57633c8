/** A message from outside, kept as it came: `sealed` is encrypted, because strangers put personal data into it. */
export interface InboxMessage {
  /** Digest of the message: the same message again is the same entry. */
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
