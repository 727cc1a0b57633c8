/** Record of a message from outside. Only the encrypted field `sealed` may hold personal data. */
export interface InboxMessage {
  /** Digest of the whole message: a repeated message has the same `id`. */
  readonly id: string;
  readonly from: string;
  /** Unix time in ms. */
  readonly receivedAt: number;
  readonly sealed: string;
}

/** Evidence of received messages. Nothing is derived from it: facts are in the ledger. */
export interface Inbox {
  /** Resolves once durable. */
  store(message: InboxMessage): Promise<void>;
  get(id: string): InboxMessage | undefined | Promise<InboxMessage | undefined>;
  /** Deletes messages received before this time (ms). Returns their number. */
  prune(before: number): Promise<number>;
  close(): Promise<void>;
}

export const INBOX = Symbol('INBOX');
