import { nairaFromKobo } from '../../../../services/contracts/money.js';
import { smsCost, type SmsRecipients, type SmsText } from '../../../../services/contracts/fields/sms-text.js';
import { PriceLine } from '../../purchase/order-summary.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count } from '../../ui/format.js';

const NAMED = 5;

interface SmsCostProps {
  readonly recipients: SmsRecipients;
  readonly text: SmsText;
}

const many = (number: number, one: string): string => `${count(number)} ${one}${number === 1 ? '' : 's'}`;

/** How many get how many pages and what that costs, by the rule it is charged by. */
export function SmsCost({ recipients: { valid, invalid, duplicates }, text }: SmsCostProps) {
  const cost = nairaFromKobo(smsCost(text.pages, valid.length));
  const left = text.pages * text.perPage - text.length;
  const words = [
    many(valid.length, 'recipient'),
    many(text.pages, 'page'),
    `${count(text.length)} characters${text.pages > 0 ? `, ${count(Math.max(0, left))} left on this page` : ''}`,
  ];
  return (
    <>
      <PriceLine
        name="Cost"
        amount={cost}
        text={`${words.join(' · ')}.${text.encoding === 'UCS-2' ? ' A character outside the plain alphabet makes pages shorter: 70 instead of 160.' : ''}`}
      />
      {invalid.length > 0 ? (
        <Notice tone="warn" title={`${many(invalid.length, 'entry')} left out, and not charged`}>
          {invalid.slice(0, NAMED).join(', ')}
          {invalid.length > NAMED ? ' …' : ''}
        </Notice>
      ) : null}
      {duplicates > 0 ? (
        <Notice tone="info">{many(duplicates, 'number')} typed twice: sent and charged once.</Notice>
      ) : null}
    </>
  );
}
