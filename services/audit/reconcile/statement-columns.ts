export const STATEMENT_FIELDS = [
  'reference',
  'vendorReference',
  'amount',
  /** Amount with a sign. A minus means that money left the account. */
  'movement',
  /** An amount in the column `debit` left the account. An amount in the column `credit` came in. */
  'debit',
  'credit',
  'direction',
  'status',
  'date',
] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

export const THEIR_STATES = ['charged', 'pending', 'failed', 'reversed'] as const;
export type TheirState = (typeof THEIR_STATES)[number];

/**
 * Reduces a column header to its letters and digits. `Request ID`, `request_id` and `requestId`
 * become equal.
 */
export const plainWord = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const FURTHER_REFERENCES = [
  'transactionref',
  'transref',
  'refno',
  'refnumber',
  'referenceno',
  'referencenumber',
];

const FURTHER_DATES = [
  'transdate',
  'txndate',
  'trxdate',
  'trandate',
  'transactiontime',
  'dateandtime',
  'timestamp',
  'postingdate',
  'posteddate',
  'bookingdate',
  'valuedate',
  'paymentdate',
  'datepaid',
  'paidat',
  'paidon',
  'transactiondatewat',
];

/**
 * Usual column headers of each field of a statement. The header that is most certain to mean the
 * field comes first.
 */
const USUAL: Readonly<
  Record<'vendor' | 'psp', Readonly<Partial<Record<StatementField, readonly string[]>>>>
> = {
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
      ...FURTHER_REFERENCES,
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
      ...FURTHER_DATES,
    ],
  },
  psp: {
    reference: ['transactionreference', 'reference', 'ref', ...FURTHER_REFERENCES],
    vendorReference: ['paymentreference', 'sessionid', 'id'],
    amount: ['amountpaid', 'paidamount', 'amount', 'amountngn', 'amountnaira', 'credit'],
    status: ['paymentstatus', 'status', 'transactionstatus', 'state'],
    date: [
      'completedon',
      'paidon',
      'paidat',
      'paymentdate',
      'date',
      'transactiondate',
      'createdon',
      'createdat',
      'time',
      'datetime',
      ...FURTHER_DATES,
    ],
  },
};

const USUAL_OF_BOTH: Readonly<Partial<Record<StatementField, readonly string[]>>> = {
  debit: ['debit', 'debitamount', 'amountdebited', 'debits', 'dr', 'moneyout', 'withdrawal', 'withdrawals'],
  credit: ['credit', 'creditamount', 'amountcredited', 'credits', 'cr', 'moneyin', 'deposit', 'deposits'],
};

const DIRECTION_ONLY = [
  'direction',
  'drcr',
  'crdr',
  'dc',
  'cd',
  'debitcredit',
  'creditdebit',
  'debitorcredit',
  'creditordebit',
];
const DIRECTION_OR_SERVICE = [
  'type',
  'transactiontype',
  'transtype',
  'txntype',
  'trxtype',
  'entrytype',
  'category',
  'nature',
];
const BALANCE =
  /^(?:running|wallet|account|available|current|closing|new|final|old|opening|previous)?balance(?:before|after)?(?:ngn|naira)?$/;

export interface DirectionPlace {
  readonly place: number;
  readonly sure: boolean;
}

export interface StatementColumns {
  readonly at: Readonly<Partial<Record<StatementField, readonly number[]>>>;
  readonly directions: readonly DirectionPlace[];
  readonly balance: boolean;
}

/**
 * Column headers that the option `--columns` names. The header `Amount+Fee` means the sum of the
 * columns `Amount` and `Fee`.
 */
export type NamedColumns = Readonly<Partial<Record<StatementField, string>>>;

/**
 * Finds the columns of a statement by its header line. Returns undefined when the line has no
 * column for the amount or for the reference.
 * @throws Error when a header from `--columns` is missing or occurs twice
 */
export function columnsIn(
  headers: readonly string[],
  side: 'vendor' | 'psp',
  named: NamedColumns,
): StatementColumns | undefined {
  const places = placesOf(headers);
  const oneOf = (word: string): number => {
    const [place, another] = places.get(word)!;
    if (another !== undefined)
      throw new Error(`two columns are called "${headers[place!]!}": name another with --columns`);
    return place!;
  };
  const found: Partial<Record<StatementField, readonly string[]>> = {};
  for (const field of STATEMENT_FIELDS) {
    const usual = USUAL[side][field] ?? USUAL_OF_BOTH[field] ?? [];
    const words =
      named[field]?.split('+').map(plainWord) ?? usual.filter((word) => places.has(word)).slice(0, 1);
    if (!words.every((word) => places.has(word))) return undefined;
    if (words.length > 0) found[field] = words;
  }
  const fields = new Set<StatementField>([
    'reference',
    'vendorReference',
    'status',
    'date',
    ...moneyIn(found, named),
  ]);
  const at: Partial<Record<StatementField, readonly number[]>> = {};
  for (const field of fields) if (found[field]) at[field] = found[field].map(oneOf);
  if (!(at.amount ?? at.movement ?? at.debit) || !(at.reference ?? at.vendorReference)) return undefined;
  const usual = [...DIRECTION_ONLY, ...DIRECTION_OR_SERVICE].filter((word) => places.has(word));
  const directions = (found.direction ?? usual).map((word) => ({
    place: oneOf(word),
    sure: found.direction !== undefined || DIRECTION_ONLY.includes(word),
  }));
  return { at, directions, balance: [...places.keys()].some((word) => BALANCE.test(word)) };
}

function placesOf(headers: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  headers.forEach((header, index) => {
    const word = plainWord(header);
    places.set(word, [...(places.get(word) ?? []), index]);
  });
  return places;
}

function moneyIn(
  found: Readonly<Partial<Record<StatementField, readonly string[]>>>,
  named: NamedColumns,
): readonly ('amount' | 'movement' | 'debit' | 'credit')[] {
  if ((named.debit === undefined) !== (named.credit === undefined))
    throw new Error('debit and credit are a pair: name both with --columns');
  const ways = [named.amount, named.movement, named.debit].filter((name) => name !== undefined);
  if (ways.length > 1) throw new Error('name one of amount, movement, or debit with credit');
  if (found.movement) return ['movement'];
  return found.debit && found.credit && named.amount === undefined ? ['debit', 'credit'] : ['amount'];
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

export type NamedStatuses = ReadonlyMap<string, TheirState>;

const TAKEN: Readonly<Record<'vendor' | 'psp', string>> = { vendor: 'debited', psp: 'credited' };

export function stateOf(
  status: string,
  side: 'vendor' | 'psp',
  named: NamedStatuses,
): TheirState | undefined {
  const word = plainWord(status);
  return named.get(word) ?? (word === TAKEN[side] ? 'charged' : STATE_OF.get(word));
}
