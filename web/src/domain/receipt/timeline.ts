import type { Transaction } from '../../api/transactions.api.js';
import { type Message, msg, t } from '../../languages/language.js';
import { naira } from '../../ui/format.js';
import { latestWord, type ProviderWord } from './receipt-texts.js';

export interface TimelineStep {
  readonly title: string;
  readonly text?: string | undefined;
  readonly at?: string | undefined;
  readonly state: 'done' | 'current' | 'upcoming';
}

const WORDS: Readonly<Partial<Record<ProviderWord, Message>>> = {
  pending: msg('The provider is working on it.'),
  unknown: msg('The provider has not answered. We keep asking; nothing is sent twice.'),
};
const CHECKED = msg('A person is checking this with the provider. Your money stays held, not spent.');

export const isOpen = ({ transaction_status }: Transaction): boolean => transaction_status === 'Pending';

const factOf = ({ facts }: Transaction, wanted: string): string | undefined =>
  facts.find(({ label }) => label === wanted)?.value;

export function timelineOf(transaction: Transaction): readonly TimelineStep[] {
  const { steps, price } = transaction;
  const newestFirst = [...steps].reverse();
  const at = (name: string): string | undefined => steps.find(({ step }) => step === name)?.at;
  const latest = (name: string): string | undefined => newestFirst.find(({ step }) => step === name)?.at;
  const accepted = at('accepted') ?? transaction.transaction_history_date;
  const sent = at('sent');
  const open = isOpen(transaction);
  const word = open ? latestWord(transaction) : undefined;
  const said = word && WORDS[word.step];
  const checked = word?.step === 'review';
  const part = factOf(transaction, 'Delivered');

  const story: TimelineStep[] = [
    { title: t('Requested'), at: accepted, state: 'done' },
    // After a partial delivery, `price` is lower than the held amount.
    {
      title: t('Held'),
      text: part
        ? t('The full price set aside from your wallet')
        : t('{price} set aside from your wallet', { price: naira(price) }),
      at: accepted,
      state: 'done',
    },
    {
      title: t('Sent to provider'),
      text: said && t(said),
      at: sent,
      state: open && !checked ? 'current' : 'done',
    },
  ];
  if (checked) story.push({ title: t('Being checked'), text: t(CHECKED), at: word.at, state: 'current' });
  const delivered = at('delivered');
  const refunded = latest('refunded');
  const reversed = latest('reversed');
  if (delivered)
    story.push({
      title: t('Delivered'),
      text: part
        ? t('{part}. {amount} is back in your wallet', {
            part,
            amount: factOf(transaction, 'Given back') ?? t('The rest'),
          })
        : undefined,
      at: delivered,
      state: 'done',
    });
  if (refunded)
    story.push({
      title: t('Refunded'),
      text: t('{price} is back in your wallet', { price: naira(price) }),
      at: refunded,
      state: 'done',
    });
  if (reversed)
    story.push({
      title: t('Reversed'),
      text: t('{price} is back in your wallet', { price: naira(price) }),
      at: reversed,
      state: 'done',
    });
  if (open) story.push({ title: t('Delivered'), state: 'upcoming' });
  return story;
}
