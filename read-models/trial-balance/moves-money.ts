import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../../services/ledger/postings.js';
import type { PurchaseEvent } from '../../services/purchases/purchase.events.js';

/** What is said between us and vendors moves no money, and is most of the log: it need not be read. */
const MOVES_NOTHING: ReadonlySet<string> = new Set<
  Exclude<PurchaseEvent, { readonly data: { readonly postings: unknown } }>['type']
>(['PurchaseOpened', 'AttemptStarted', 'AttemptPending', 'AttemptOutcomeUnknown', 'AttemptDelivered']);

/** Whether an event of this type is worth reading for what it moves. */
export const mayMoveMoney = (type: string): boolean => !MOVES_NOTHING.has(type);

/** The lines of an event; none when it moves nothing. @throws TypeError when what stands there is no list: such an event is damaged */
export function postingsOf({ data: { postings = [] } }: RecordedEvent): readonly Posting[] {
  if (!Array.isArray(postings)) throw new TypeError('postings are no list');
  return postings as Posting[];
}
