import type { Transaction } from '../../api/transactions.api.js';
import { naira } from '../../ui/format.js';
import { latestWord, type ProviderWord } from './receipt-texts.js';

export interface TimelineStep {
  readonly title: string;
  readonly text?: string | undefined;
  readonly at?: string | undefined;
  readonly state: 'done' | 'current' | 'upcoming';
}

/** What the provider may say between being asked and the end. */
const WORDS: Readonly<Record<ProviderWord, string | undefined>> = {
  pending: 'The provider is working on it.',
  unknown: 'The provider has not answered. We keep asking; nothing is sent twice.',
  review: undefined,
};
const CHECKED = 'A person is checking this with the provider. Your money stays held, not spent.';

export const isOpen = ({ transaction_status }: Transaction): boolean => transaction_status === 'Pending';

const factOf = ({ facts }: Transaction, wanted: string): string | undefined =>
  facts.find(({ label }) => label === wanted)?.value;

/** The story of a purchase, step by step, from the facts of the ledger. */
export function timelineOf(transaction: Transaction): readonly TimelineStep[] {
  const { steps, price } = transaction;
  const newestFirst = [...steps].reverse();
  const at = (name: string): string | undefined => steps.find(({ step }) => step === name)?.at;
  const latest = (name: string): string | undefined => newestFirst.find(({ step }) => step === name)?.at;
  const accepted = at('accepted') ?? transaction.transaction_history_date;
  const sent = at('sent');
  const open = isOpen(transaction);
  const word = open ? latestWord(transaction) : undefined;
  const checked = word?.step === 'review';
  const part = factOf(transaction, 'Delivered');

  const story: TimelineStep[] = [
    { title: 'Requested', at: accepted, state: 'done' },
    // Of a partial delivery the price is what was charged in the end, not what was set aside.
    {
      title: 'Held',
      text: part ? 'The full price set aside from your wallet' : `${naira(price)} set aside from your wallet`,
      at: accepted,
      state: 'done',
    },
    {
      title: 'Sent to provider',
      text: word && WORDS[word.step],
      at: sent,
      state: open && !checked ? 'current' : 'done',
    },
  ];
  if (checked) story.push({ title: 'Being checked', text: CHECKED, at: word.at, state: 'current' });
  const delivered = at('delivered');
  const refunded = latest('refunded');
  const reversed = latest('reversed');
  if (delivered)
    story.push({
      title: 'Delivered',
      text: part
        ? `${part}. ${factOf(transaction, 'Given back') ?? 'The rest'} is back in your wallet`
        : undefined,
      at: delivered,
      state: 'done',
    });
  if (refunded)
    story.push({
      title: 'Refunded',
      text: `${naira(price)} is back in your wallet`,
      at: refunded,
      state: 'done',
    });
  if (reversed)
    story.push({
      title: 'Reversed',
      text: `${naira(price)} is back in your wallet`,
      at: reversed,
      state: 'done',
    });
  if (open) story.push({ title: 'Delivered', state: 'upcoming' });
  return story;
}
