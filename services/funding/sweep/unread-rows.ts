import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM, RevisionConflict } from '../../../infra/event-store/event-store.js';
import type { UnreadRow } from '../../vendors/payment-provider.js';
import type { FundingUnread } from '../funding.events.js';
import { fundingStream } from '../funding.stream.js';

/**
 * Maximum number of unreadable rows that one search stores. Without this limit, a provider with a
 * broken list would fill the log.
 */
export const UNREAD_ROWS_MAX = 25;

export class UnreadRows {
  stored = 0;
  left = 0;
  first: UnreadRow | undefined;

  constructor(
    private readonly eventStore: Pick<EventStore, 'append' | 'head'>,
    private readonly provider: string,
  ) {}

  async put(row: UnreadRow): Promise<void> {
    const transactionReference = `row-${row.digest.slice(0, 40)}`;
    const stream = fundingStream(this.provider, transactionReference);
    if ((await this.eventStore.head(stream)).revision !== NO_STREAM.revision) return;
    this.first ??= row;
    if (this.stored === UNREAD_ROWS_MAX) {
      this.left += 1;
      return;
    }
    const data: FundingUnread = {
      provider: this.provider,
      transactionReference,
      accountReference: '',
      ...row,
    };
    try {
      await appendSurely(this.eventStore, stream, NO_STREAM, [fact('FundingUnread', data, systemContext())]);
      this.stored += 1;
    } catch (error) {
      // Ignore the conflict, because another process has just stored the same row.
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}
