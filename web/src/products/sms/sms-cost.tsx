import { koboFromNaira, nairaFromKobo } from '../../../../services/contracts/money.js';
import { smsCost, type SmsRecipients, type SmsText } from '../../../../services/contracts/fields/sms-text.js';
import { useCatalogueQuery } from '../../api/catalog.api.js';
import { plural, t } from '../../languages/language.js';
import { PriceLine } from '../purchase/confirm/order-summary.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count } from '../../ui/format.js';

const NAMED = 5;

interface SmsCostProps {
  readonly recipients: SmsRecipients;
  readonly text: SmsText;
}

export function SmsCost({ recipients: { valid, invalid, duplicates }, text }: SmsCostProps) {
  const { data: catalogue } = useCatalogueQuery();
  const pagePrice = catalogue && koboFromNaira(catalogue.sms.page_price);
  const cost =
    pagePrice === undefined ? undefined : nairaFromKobo(smsCost(text.pages, valid.length, pagePrice));
  const left = text.pages * text.perPage - text.length;
  const words = [
    plural(valid.length, '{n} recipient', '{n} recipients'),
    plural(text.pages, '{n} page', '{n} pages'),
    text.pages > 0
      ? t('{length} characters, {left} left on this page', {
          length: count(text.length),
          left: count(Math.max(0, left)),
        })
      : t('{length} characters', { length: count(text.length) }),
  ];
  return (
    <>
      <PriceLine
        name={t('Cost')}
        amount={cost}
        text={`${words.join(' · ')}.${text.encoding === 'UCS-2' ? ` ${t('A character outside the plain alphabet makes pages shorter: 70 instead of 160.')}` : ''}`}
      />
      {invalid.length > 0 ? (
        <Notice
          tone="warn"
          title={plural(
            invalid.length,
            '{n} entry left out, and not charged',
            '{n} entries left out, and not charged',
          )}
        >
          {invalid.slice(0, NAMED).join(', ')}
          {invalid.length > NAMED ? ' …' : ''}
        </Notice>
      ) : null}
      {duplicates > 0 ? (
        <Notice tone="info">
          {plural(
            duplicates,
            '{n} number typed twice: sent and charged once.',
            '{n} numbers typed twice: sent and charged once.',
          )}
        </Notice>
      ) : null}
    </>
  );
}
