import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { networkOfPhone } from '../../../../services/contracts/fields/phones.js';
import { useCatalogueQuery } from '../../api/catalog.api.js';
import { LoadError } from '../../domain/load-error.js';
import { networkName, networkOfName } from '../../domain/brands/network.js';
import { PHONE_WANTED, readPhone } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { onlyOne, planIn } from '../purchase/bought.js';
import { NetworkPicker } from '../purchase/fields/network-picker.js';
import { PhoneField, usePhoneTyped } from '../purchase/fields/phone-field.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { type RecipientChoice, Recipients, useLastNetwork } from '../purchase/recipients.js';
import type { Purchase } from '../purchase/purchase.js';
import { naira } from '../../ui/format.js';
import { BalanceCodes } from './balance-codes.js';
import { DataPlans, usePlansOf } from './data-plans.js';

/** @public The router calls it. */
export { askCatalog as ask } from '../../api/catalog.api.js';

interface DataDraft {
  readonly phone?: string;
  readonly chosen?: NetworkCode | undefined;
  readonly plan: string;
  readonly bought?: string | undefined;
  readonly paid?: number | undefined;
}

const EMPTY: DataDraft = { plan: '' };

function DataForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft, edit: change, again, errors, complete } = useOrderFields<DataDraft>(purchase, EMPTY);
  const catalogue = useCatalogueQuery();
  const networks = catalogue.data?.networks ?? [];
  const unknown = catalogue.error !== undefined && !catalogue.data;
  const off = new Set(networks.filter(({ available }) => !available).map(({ code }) => code));
  const phoneTyped = usePhoneTyped(draft.phone);
  const detected = networkOfPhone(phoneTyped);
  const phone = readPhone(phoneTyped);
  const lastNetwork = useLastNetwork('data', phone);
  const network = draft.chosen ?? lastNetwork ?? detected;
  const sold = networks.find(({ code }) => code === network)?.plan_types ?? [];
  const types = catalogue.data && sold;
  const plans = usePlansOf(network, types);
  const plan = onlyOne(plans.data?.plans, ({ id, name, price }) =>
    draft.plan === '' ? name === planIn(draft.bought) && price === draft.paid : id === draft.plan,
  );

  const edit = (next: Partial<DataDraft>): void => change({ bought: undefined, ...next });

  const recipients: RecipientChoice = {
    service: 'data',
    ownNumber: true,
    onPick: ({ recipient, provider }) => edit({ phone: recipient, chosen: networkOfName(provider) }),
    typed: { recipient: phone, provider: network && String(network) },
  };
  const chosen = network && plan ? { datanetwork: network, selectedDataPlan: plan.id } : undefined;
  const quote = chosen && quoteOf('dataQuote', chosen);
  const shown: OrderShown = {
    action: t('Data to'),
    recipient: phone ?? '',
    network,
    lines: [
      [t('Network'), network ? networkName(network) : ''],
      [t('Plan'), plan ? `${plan.name} ${plan.planType.name}` : ''],
    ],
  };

  const send = (form: HTMLFormElement): void => {
    const missing = {
      phone: !phone && t(PHONE_WANTED),
      datanetwork: !network && t('Select a network'),
      selectedDataPlan: network !== undefined && !plan && t('Select a plan'),
    };
    if (!complete(form, missing) || !phone || !chosen || !quote) return;
    void purchase.order({ buy: { name: 'buyData', body: { ...chosen, phone } }, quote, shown });
  };

  return (
    <OrderForm
      purchase={purchase}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={plan ? t('Continue with {price}', { price: naira(plan.price) }) : t('Continue')}
      note={t('You see the price and your balance before you pay.')}
      onSend={send}
      sendOn={again && plan && 'order'}
    >
      <PhoneField value={phoneTyped} error={errors['phone']} onChange={(phone) => edit({ phone })}>
        <Recipients {...recipients} />
      </PhoneField>
      <NetworkPicker
        name="datanetwork"
        network={network}
        detected={detected}
        error={errors['datanetwork']}
        off={off}
        onChange={(chosen) => edit({ chosen, plan: '' })}
      />
      {unknown ? (
        <LoadError
          error={catalogue.error}
          fallback={t('The plans could not be loaded.')}
          onRetry={() => void catalogue.refetch()}
        />
      ) : null}
      {network && !unknown ? (
        <DataPlans
          key={network}
          types={types}
          query={plans}
          value={plan?.id ?? ''}
          error={errors['selectedDataPlan']}
          onChange={(next) => edit({ plan: next })}
        />
      ) : null}
    </OrderForm>
  );
}

export default function DataPage() {
  return (
    <PurchasePage
      service="data"
      title={t('Buy Data')}
      lead={t('Data for any Nigerian number.')}
      Form={DataForm}
      below={<BalanceCodes />}
    />
  );
}
