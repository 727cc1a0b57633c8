import { Textarea, TextInput } from '@mantine/core';
import { localPhone } from '../../../../services/contracts/fields/phones.js';
import {
  measureSms,
  readRecipients,
  SENDER_ID,
  SMS_PAGES_MAX,
  SMS_RECIPIENTS_MAX,
} from '../../../../services/contracts/fields/sms-text.js';
import { plainText, storedText } from '../../../../services/contracts/fields/plain-text.js';
import { useCatalogueQuery } from '../../api/catalog.api.js';
import { plural, t } from '../../languages/language.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import type { Purchase } from '../purchase/purchase.js';
import { count, naira } from '../../ui/format.js';
import { SmsCost } from './sms-cost.js';

const EMPTY = { phone: '', senderid: '', messageBody: '' };

function SmsForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft, edit, errors, complete } = useOrderFields(purchase, EMPTY);
  const recipients = readRecipients(draft.phone);
  const text = measureSms(storedText(draft.messageBody));
  const senderid = plainText(draft.senderid).trim();

  const { valid } = recipients;
  const message = { phone: draft.phone, messageBody: draft.messageBody };
  const quote = valid.length > 0 && text.pages > 0 ? quoteOf('smsQuote', message) : undefined;
  const shown: OrderShown = {
    action: t('Text to'),
    recipient: toWhom(valid),
    lines: [
      [t('Sender'), senderid],
      [t('Pages'), text.pages > 0 ? String(text.pages) : ''],
    ],
  };

  const send = (form: HTMLFormElement): void => {
    const missing = {
      phone:
        (valid.length === 0 && t('Enter at least one Nigerian number.')) ||
        (valid.length > SMS_RECIPIENTS_MAX &&
          t('At most {most} numbers at once.', { most: count(SMS_RECIPIENTS_MAX) })),
      senderid: !SENDER_ID.test(senderid) && t('Use 3 to 11 letters or digits, without spaces.'),
      messageBody:
        (text.pages === 0 && t('Write your message.')) ||
        (text.pages > SMS_PAGES_MAX && t('At most {most} pages.', { most: SMS_PAGES_MAX })),
    };
    if (!complete(form, missing) || !quote) return;
    void purchase.order({
      buy: { name: 'sendSms', body: { ...message, senderid } },
      quote,
      shown,
    });
  };

  return (
    <OrderForm purchase={purchase} shown={shown} quote={quote} button={t('Continue')} onSend={send}>
      <Textarea
        label={t('Phone numbers')}
        description={t('With a comma, space or new line between them.')}
        name="phone"
        size="md"
        rows={4}
        inputMode="tel"
        placeholder="08031234567, 08051234567"
        value={draft.phone}
        error={errors['phone']}
        onChange={(event) => edit({ phone: event.currentTarget.value })}
      />
      <TextInput
        label={t('Sender id')}
        description={t('3 to 11 letters or digits: the name they see.')}
        name="senderid"
        size="md"
        autoComplete="off"
        value={draft.senderid}
        error={errors['senderid']}
        onChange={(event) => edit({ senderid: event.currentTarget.value })}
      />
      <Textarea
        label={t('Message')}
        name="messageBody"
        size="md"
        rows={5}
        value={draft.messageBody}
        error={errors['messageBody']}
        onChange={(event) => edit({ messageBody: event.currentTarget.value })}
      />
      <SmsCost recipients={recipients} text={text} />
    </OrderForm>
  );
}

function toWhom(phones: readonly string[]): string {
  const [only = ''] = phones;
  if (phones.length > 1) return plural(phones.length, '{n} recipient', '{n} recipients');
  return only && localPhone(only);
}

export default function SmsPage() {
  const { data: catalogue } = useCatalogueQuery();
  return (
    <PurchasePage
      service="sms"
      title={t('Bulk SMS')}
      lead={
        catalogue
          ? t('One text to many phones, {price} per SMS.', { price: naira(catalogue.sms.page_price) })
          : t('One text to many phones.')
      }
      Form={SmsForm}
    />
  );
}
