/**
 * Message from outside, such as a webhook. Only the field `sealed` may contain personal data, and it is
 * encrypted.
 */
export interface InboxMessage {
  readonly id: string;
  readonly from: string;
  /** Unix time in ms. */
  readonly receivedAt: number;
  readonly sealed: string;
}

/** Store of received messages, which are kept as evidence. No event of the ledger depends on these messages. */
export interface Inbox {
  store(message: InboxMessage): Promise<void>;
  get(id: string): InboxMessage | undefined | Promise<InboxMessage | undefined>;
  /** Deletes messages received before this Unix time in ms. */
  prune(before: number): Promise<number>;
  close(): Promise<void>;
}

export const INBOX = Symbol('INBOX');
