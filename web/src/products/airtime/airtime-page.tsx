import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { networkOfPhone } from '../../../../services/contracts/fields/phones.js';
import { useCatalogueQuery } from '../../api/catalog.api.js';
import { networkName, networkOfName } from '../../domain/brands/network.js';
import { PHONE_WANTED, readPhone } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { AMOUNT_WANTED, AmountField, readAmount } from '../purchase/fields/amount-field.js';
import { NetworkPicker } from '../purchase/fields/network-picker.js';
import { PhoneField, usePhoneTyped } from '../purchase/fields/phone-field.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { type RecipientChoice, Recipients, useLastNetwork } from '../purchase/recipients.js';
import type { Purchase } from '../purchase/purchase.js';

/** @public The router calls it. */
export { askCatalog as ask } from '../../api/catalog.api.js';

const AMOUNTS = ['100', '200', '500', '1000', '2000', '5000'];

interface AirtimeDraft {
  readonly phone?: string;
  readonly amount: string;
  readonly chosen?: NetworkCode | undefined;
}

function AirtimeForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft, edit, again, errors, complete } = useOrderFields<AirtimeDraft>(purchase, { amount: '' });
  const { data: catalogue } = useCatalogueQuery();
  const off = new Set(catalogue?.networks.filter(({ available }) => !available).map(({ code }) => code));
  const phoneTyped = usePhoneTyped(draft.phone);
  const detected = networkOfPhone(phoneTyped);
  const phone = readPhone(phoneTyped);
  const lastNetwork = useLastNetwork('airtime', phone);
  const network = draft.chosen ?? lastNetwork ?? detected;

  const recipients: RecipientChoice = {
    service: 'airtime',
    ownNumber: true,
    onPick: ({ recipient, provider }) => edit({ phone: recipient, chosen: networkOfName(provider) }),
    typed: { recipient: phone, provider: network && String(network) },
  };
  const amount = readAmount(draft.amount);
  const quote = amount && network ? quoteOf('airtimeQuote', { amount, network }) : undefined;
  const shown: OrderShown = {
    action: t('Airtime to'),
    recipient: phone ?? '',
    network,
    lines: [[t('Network'), network ? networkName(network) : '']],
  };

  const send = (form: HTMLFormElement): void => {
    const missing = {
      phone: !phone && t(PHONE_WANTED),
      network: !network && t('Select a network'),
      amount: !amount && t(AMOUNT_WANTED),
    };
    if (!complete(form, missing) || !phone || !network || !amount || !quote) return;
    void purchase.order({ buy: { name: 'buyAirtime', body: { amount, network, phone } }, quote, shown });
  };

  return (
    <OrderForm
      purchase={purchase}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={t('Continue')}
      note={t('You see the price and your balance before you pay.')}
      onSend={send}
      sendOn={again && 'order'}
    >
      <PhoneField value={phoneTyped} error={errors['phone']} onChange={(phone) => edit({ phone })}>
        <Recipients {...recipients} />
      </PhoneField>
      <NetworkPicker
        network={network}
        detected={detected}
        error={errors['network']}
        off={off}
        onChange={(chosen) => edit({ chosen })}
      />
      <AmountField
        value={draft.amount}
        error={errors['amount']}
        common={AMOUNTS}
        onChange={(amount) => edit({ amount })}
      />
    </OrderForm>
  );
}

export default function AirtimePage() {
  return (
    <PurchasePage
      service="airtime"
      title={t('Recharge Your Account')}
      lead={t('Airtime for any Nigerian number.')}
      Form={AirtimeForm}
    />
  );
}
