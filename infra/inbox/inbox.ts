/** Message from outside, such as a webhook. Only the encrypted field `sealed` may hold personal data. */
export interface InboxMessage {
  readonly id: string;
  readonly from: string;
  /** Unix time in ms. */
  readonly receivedAt: number;
  readonly sealed: string;
}

/** Received messages, kept as evidence. The ledger's events never depend on them. */
export interface Inbox {
  store(message: InboxMessage): Promise<void>;
  get(id: string): InboxMessage | undefined | Promise<InboxMessage | undefined>;
  /** Deletes messages received before this Unix time in ms. */
  prune(before: number): Promise<number>;
  close(): Promise<void>;
}

export const INBOX = Symbol('INBOX');
