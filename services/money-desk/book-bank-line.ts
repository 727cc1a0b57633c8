import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { returnedPostings, settlementPostings, topUpPostings } from '../ledger/posting-rules.js';
import type { BankMovement, ReturnMovement } from './approval.events.js';
import { bankEntryEvent } from './bank-entry.events.js';
import { bankEntryStream } from './bank-entries.js';

type Store = Pick<EventStore, 'append' | 'readStream'>;

export interface BookedAs {
  readonly commandId: string;
  readonly reason: string;
  readonly approvedBy?: string;
}

/**
 * Books a bank statement line by creating its stream. When several processes book the same line, only one
 * succeeds.
 * @returns the `commandId` that booked the line first
 * @throws RuleBroken BANK_REFERENCE_USED when the line was booked as another movement
 */
export async function bookBankLine(
  store: Store,
  movement: BankMovement | ReturnMovement,
  as: BookedAs,
  context: EventContext,
): Promise<string> {
  const { bank, reference } = movement.line;
  try {
    const event = booked(movement, as, context);
    await appendSurely(store, bankEntryStream(bank, reference), NO_STREAM, [event]);
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  const id = await bookedUnder(store, movement);
  if (id === undefined) throw new Error('a line of a bank was booked and is not there');
  return id;
}

/**
 * `commandId` that booked the bank statement line. `undefined` while the line is free.
 * @throws RuleBroken BANK_REFERENCE_USED when the line was booked as another movement
 */
export async function bookedUnder(
  store: Pick<EventStore, 'readStream'>,
  movement: BankMovement | ReturnMovement,
): Promise<string | undefined> {
  const { bank, reference } = movement.line;
  const [first] = await store.readStream(bankEntryStream(bank, reference), { limit: 1 });
  if (!first) return undefined;
  const stored = bankEntryEvent(first);
  if (!stored || stored.type !== TYPES[movement.type] || plain(stored.data) !== plain(movement.line))
    throw new RuleBroken('BANK_REFERENCE_USED', { reference });
  return stored.data.commandId;
}

const TYPES = {
  'top-up': 'VendorFloatToppedUp',
  settlement: 'PspSettled',
  return: 'UnmatchedReturned',
} as const;

function booked({ type, line }: BankMovement | ReturnMovement, as: BookedAs, context: EventContext) {
  const amount = BigInt(line.amount);
  if (type === 'top-up') {
    const postings = topUpPostings(line.bank, line.vendor, line.pays, amount);
    return fact(TYPES[type], { ...as, ...line, postings }, context);
  }
  if (type === 'return')
    return fact(TYPES[type], { ...as, ...line, postings: returnedPostings(line.bank, amount) }, context);
  const postings = settlementPostings(line.bank, line.provider, amount, BigInt(line.fee));
  return fact(TYPES[type], { ...as, ...line, postings }, context);
}

const plain = (line: object): string =>
  JSON.stringify(
    Object.entries(line)
      .filter(([field]) => SAME.has(field))
      .toSorted(),
  );
const SAME: ReadonlySet<string> = new Set(['amount', 'vendor', 'provider', 'fee', 'transactionReference']);
