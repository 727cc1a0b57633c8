/** What a line of a statement can say. */
export const STATEMENT_FIELDS = ['reference', 'vendorReference', 'amount', 'status', 'date'] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

/** What the other side says became of a payment. */
export const THEIR_STATES = ['charged', 'pending', 'failed', 'reversed'] as const;
export type TheirState = (typeof THEIR_STATES)[number];

/** Letters and digits alone, so that `Request ID`, `request_id` and `requestId` are one. */
export const plainWord = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How headers are usually called, the surest first. A PSP's own reference of a payment is the one that we store. */
const USUAL: Readonly<Record<'vendor' | 'psp', Readonly<Record<StatementField, readonly string[]>>>> = {
  vendor: {
    reference: [
      'requestid',
      'ourreference',
      'clientreference',
      'customerreference',
      'merchantreference',
      'externalreference',
      'reference',
      'ref',
      'transactionreference',
    ],
    vendorReference: ['vendorreference', 'transactionid', 'orderid', 'messageid', 'id'],
    amount: [
      'amountcharged',
      'totalamount',
      'charged',
      'debit',
      'total',
      'amount',
      'amountngn',
      'amountnaira',
    ],
    status: ['status', 'transactionstatus', 'state'],
    date: [
      'date',
      'transactiondate',
      'datecreated',
      'createddate',
      'createdat',
      'createdon',
      'time',
      'datetime',
    ],
  },
  psp: {
    reference: ['transactionreference', 'transactionref', 'reference', 'ref'],
    vendorReference: ['paymentreference', 'sessionid', 'id'],
    amount: ['amountpaid', 'paidamount', 'amount', 'amountngn', 'amountnaira', 'credit'],
    status: ['paymentstatus', 'status', 'transactionstatus', 'state'],
    date: [
      'completedon',
      'paidon',
      'paymentdate',
      'date',
      'transactiondate',
      'createdon',
      'createdat',
      'time',
      'datetime',
    ],
  },
};

/** Where each field stands in a line; an amount may be the sum of several. */
export type StatementColumns = Readonly<Partial<Record<StatementField, readonly number[]>>>;

/** Headers as somebody named them: `amount` is `Amount+Fee`. */
export type NamedColumns = Readonly<Partial<Record<StatementField, string>>>;

/**
 * The columns that a line of headers names; undefined when it cannot be one: it has no amount, or nothing to know a payment by.
 * @throws Error when a column that was named is not there, or two are called the same
 */
export function columnsIn(
  headers: readonly string[],
  side: 'vendor' | 'psp',
  named: NamedColumns,
): StatementColumns | undefined {
  const places = new Map<string, number[]>();
  headers.forEach((header, index) => {
    const word = plainWord(header);
    places.set(word, [...(places.get(word) ?? []), index]);
  });
  const columns: Partial<Record<StatementField, readonly number[]>> = {};
  for (const field of STATEMENT_FIELDS) {
    const name = named[field];
    const words =
      name === undefined
        ? USUAL[side][field].filter((word) => places.has(word)).slice(0, 1)
        : name.split('+').map(plainWord);
    if (words.length === 0) continue;
    const found = words.map((word) => places.get(word));
    if (found.includes(undefined)) return undefined;
    const twice = words.find((word) => places.get(word)!.length > 1);
    if (twice !== undefined)
      throw new Error(
        `two columns are called "${headers[places.get(twice)![0]!]}": name another with --columns`,
      );
    columns[field] = found.map((place) => place![0]!);
  }
  return columns.amount && (columns.reference ?? columns.vendorReference) ? columns : undefined;
}

const STATE_OF = new Map<string, TheirState>([
  ...([
    'success',
    'successful',
    'succeeded',
    'delivered',
    'complete',
    'completed',
    'paid',
    'overpaid',
    'partiallypaid',
    'settled',
    'approved',
    'processed',
    'charged',
    'debited',
    'credited',
    'ok',
  ].map((word) => [word, 'charged']) as [string, TheirState][]),
  ...([
    'pending',
    'processing',
    'inprogress',
    'initiated',
    'queued',
    'onhold',
    'unknown',
    'awaiting',
    'pendingauthorization',
    'review',
  ].map((word) => [word, 'pending']) as [string, TheirState][]),
  ...([
    'failed',
    'failure',
    'declined',
    'cancelled',
    'canceled',
    'expired',
    'rejected',
    'error',
    'abandoned',
  ].map((word) => [word, 'failed']) as [string, TheirState][]),
  ...(['reversed', 'reversal', 'refunded', 'refund', 'returned'].map((word) => [word, 'reversed']) as [
    string,
    TheirState,
  ][]),
]);

/** Words of statuses as somebody explained them, `Resolved` is `charged`; by `plainWord`. */
export type NamedStatuses = ReadonlyMap<string, TheirState>;

/** What a status means; undefined for a word that nobody explained. */
export function stateOf(status: string, named: NamedStatuses): TheirState | undefined {
  const word = plainWord(status);
  return named.get(word) ?? STATE_OF.get(word);
}
