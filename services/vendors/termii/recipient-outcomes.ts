import { ownEntry } from '../../contracts/own-entry.js';
import type { RecipientResult } from '../../contracts/artefacts.js';
import type { Kobo } from '../../contracts/money.js';
import type { QueryOutcome } from '../vendor-adapter.js';
import { fieldsOf, idOf, koboFromVendor, wordOf } from '../vendor-json.js';

export interface RecipientState {
  readonly state: 'delivered' | 'failed' | 'pending' | 'held' | 'reversed' | 'unknown';
  readonly word: string;
  readonly cost?: Kobo;
  readonly messageId?: string;
}

/**
 * Delivery states by the status text of the gateway. The state is `unknown` when a status is missing here.
 */
const STATES: Readonly<Record<string, RecipientState['state']>> = {
  'delivered': 'delivered',
  'received': 'delivered',
  'message sent': 'pending',
  'queued': 'pending',
  'message failed': 'failed',
  'rejected': 'failed',
  'expired': 'failed',
  'dnd active on phone number': 'failed',
  'refunded': 'reversed',
  'on hold': 'held',
}; // prettier-ignore

export function readMessages(rows: unknown, reference: string): Map<string, RecipientState> | undefined {
  if (!Array.isArray(rows)) return undefined;
  const states = new Map<string, RecipientState>();
  for (const row of rows as unknown[]) {
    const fields = fieldsOf(row);
    if (typeof fields?.['reference'] !== 'string' || typeof fields['receiver'] !== 'string') return undefined;
    if (fields['reference'] !== reference) continue;
    const word = wordOf(fields['status']) ?? 'no status';
    const cost = koboFromVendor(fields['amount']);
    const messageId = idOf(fields['message_id']);
    states.set(vendorNumber(fields['receiver']), {
      state: ownEntry(STATES, word.toLowerCase()) ?? 'unknown',
      word,
      ...(cost === undefined ? {} : { cost }),
      ...(messageId === undefined ? {} : { messageId }),
    });
  }
  return states;
}

export const orderedNumbers = (
  recipients: readonly string[] | number,
  states: ReadonlyMap<string, RecipientState>,
): readonly string[] => {
  if (typeof recipients !== 'number') return recipients;
  const named = [...states.keys()];
  return Array.from({ length: recipients }, (_, index) => named[index] ?? '');
};

export function summarise(
  recipients: readonly string[],
  states: ReadonlyMap<string, RecipientState>,
  missing: 'refused' | 'unexplained',
): QueryOutcome {
  if (states.size === 0 && missing === 'unexplained') return { outcome: 'notFound', code: 'NO_MESSAGES' };
  // Leave the outcome open when the answer contains an unexpected phone number. The number may belong to a
  // recipient, in a form that `vendorNumber` does not know.
  if (missing === 'unexplained' && namesOthers(recipients, states))
    return { outcome: 'unknown', reason: 'strange recipients' };
  const found = recipients.map((recipient) => ({ recipient, said: states.get(vendorNumber(recipient)) }));
  const any = (state: RecipientState['state']): RecipientState | undefined =>
    found.find(({ said }) => said?.state === state)?.said;
  const strange = any('unknown');
  if (strange) return { outcome: 'unknown', reason: `status ${strange.word}` };
  if (missing === 'unexplained' && found.some(({ said }) => !said)) return someMissing(recipients, states);
  const messageId = found.find(({ said }) => said?.messageId)?.said?.messageId;
  const about = messageId === undefined ? {} : { vendorTransactionId: messageId };
  const held = any('held');
  if (held) return { outcome: 'review', code: held.word, ...about };
  const waiting = any('pending');
  if (waiting) return { outcome: 'pending', code: waiting.word, ...about };
  const delivered = found.filter(({ said }) => said?.state === 'delivered');
  const back = any('reversed');
  if (delivered.length === 0)
    return back
      ? { outcome: 'reversed', code: back.word, ...about }
      : { outcome: 'failed', charged: false, code: 'ALL_REJECTED', blame: 'biller' };
  const cost = costOf(delivered.map(({ said }) => said!));
  const results = found.map(({ recipient, said }): RecipientResult =>
    said?.state === 'delivered'
      ? { recipient, delivered: true }
      : { recipient, delivered: false, reason: said?.word ?? 'Rejected' },
  );
  const sent = { ...about, ...(cost === undefined ? {} : { cost }), artefacts: { results } };
  return delivered.length === recipients.length
    ? { outcome: 'delivered', ...sent }
    : { outcome: 'partial', delivered: delivered.length, of: recipients.length, ...sent };
}

function namesOthers(recipients: readonly string[], states: ReadonlyMap<string, RecipientState>): boolean {
  const ordered = new Set(recipients.map(vendorNumber));
  return [...states.keys()].some((number) => !ordered.has(number));
}

function costOf(delivered: readonly RecipientState[]): Kobo | undefined {
  let sum = 0n;
  for (const { cost } of delivered) {
    if (cost === undefined) return undefined;
    sum += cost;
  }
  return sum;
}

function someMissing(
  recipients: readonly string[],
  states: ReadonlyMap<string, RecipientState>,
): QueryOutcome {
  const others = summarise(recipients, states, 'refused');
  if (others.outcome === 'delivered' || others.outcome === 'partial')
    return { outcome: 'notFound', code: 'SOME_MISSING', found: others };
  return others.outcome === 'failed'
    ? { outcome: 'notFound', code: 'SOME_MISSING', othersFailed: true }
    : others;
}

/** Phone number in Termii's notation, without a plus sign. */
export const vendorNumber = (phone: string): string =>
  phone.replace(/^\+/, '').replace(/^0(?=\d{10}$)/, '234');
