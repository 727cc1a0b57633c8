import { TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { CABLE_PROVIDERS } from '../../../../services/contracts/cable.contract.js';
import { plainDigits } from '../../../../services/contracts/fields/plain-text.js';
import { useCatalogueQuery, type Catalog } from '../../api/catalog.api.js';
import { useDiscount } from '../../api/use-discount.js';
import { LoadError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { Owner, useLookUp } from '../purchase/fields/look-up.js';
import { OptionPicker, type Option } from '../purchase/fields/option-picker.js';
import { companyIn, onlyOne, planIn } from '../purchase/bought.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { type RecipientChoice, Recipients } from '../purchase/recipients.js';
import type { FieldErrors, Purchase } from '../purchase/purchase.js';
import { dayOfText } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { CablePlans, useCablePlansQuery } from './cable-plans.js';

/** @public The router calls it. */
export { askCatalog as ask } from '../../api/catalog.api.js';

function providerOptions(catalogue: Catalog | undefined): readonly Option[] {
  if (catalogue)
    return catalogue.cable_providers.map(({ code, name, available }) => ({
      value: String(code),
      title: name,
      off: !available,
    }));
  return Object.entries(CABLE_PROVIDERS).map(([value, title]) => ({ value, title }));
}

interface CableDraft {
  readonly provider: string;
  readonly iuc: string;
  readonly plan: string;
  readonly bought?: string | undefined;
}

const EMPTY: CableDraft = { provider: '', iuc: '', plan: '' };
const IUC = /^\d{8,14}$/;

function useSmartcard(draft: CableDraft, change: (next: Partial<CableDraft>) => void) {
  const iuc = plainDigits(draft.iuc);
  const customer = { iuc, cablenetwork: draft.provider };
  const lookUp = useLookUp(
    'validateIuc',
    t('unable to validate iuc'),
    customer,
    (next: Partial<CableDraft>) => change({ bought: undefined, provider: draft.provider, ...next }),
  );
  const { found, edit } = lookUp;
  const recipients: RecipientChoice = {
    service: 'cable',
    onPick: ({ recipient, provider }) =>
      edit({ iuc: recipient, ...(provider ? { provider, plan: '' } : {}) }),
    typed: found && { recipient: iuc, name: found.name, provider: draft.provider },
  };
  return { iuc, lookUp, recipients };
}

function CableForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft: typed, ...fields } = useOrderFields<CableDraft>(purchase, EMPTY);
  const { edit: change, again, errors, complete } = fields;
  const draft = { ...typed, provider: typed.provider || companyIn(CABLE_PROVIDERS, typed.bought) };
  const catalogue = useCatalogueQuery();
  const plans = useCablePlansQuery(draft.provider ? { cablenetwork: draft.provider } : skipToken);
  const plan = onlyOne(plans.currentData?.cable_plans, ({ id, name }) =>
    draft.plan === '' ? name === planIn(draft.bought) : id === draft.plan,
  );
  const { iuc, lookUp, recipients } = useSmartcard(draft, change);
  const { found, edit } = lookUp;
  const provider = providerOptions(catalogue.data).find(({ value }) => value === draft.provider);
  const chosen = plan && { cablenetwork: draft.provider, selectedcablePlan: plan.id };
  const quote = chosen && quoteOf('cableQuote', chosen);
  const shown: OrderShown = {
    action: t('{title} for', { title: provider?.title ?? t('Cable') }),
    recipient: found?.name ?? '',
    lines: [
      [t('IUC number'), iuc],
      [t('Plan'), plan?.name ?? ''],
    ],
  };
  const sendOn = found ? plan && 'order' : draft.provider && 'look up';

  const send = (form: HTMLFormElement): void => {
    const missing = {
      cablenetwork: !draft.provider && t('Select a provider'),
      iuc: !IUC.test(iuc) && t('Enter the 8 to 14 digits of the smartcard.'),
      selectedcablePlan: found !== undefined && !plan && t('Select a plan'),
    };
    if (!complete(form, missing)) return;
    if (!found) return void lookUp.ask();
    if (!chosen || !quote) return;
    void purchase.order({ buy: { name: 'payCable', body: { ...chosen, iuc } }, quote, shown });
  };

  return (
    <OrderForm
      purchase={purchase}
      lookingUp={lookUp.busy}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={found ? t('Buy Now') : t('Check smartcard')}
      onSend={send}
      sendOn={again && sendOn}
    >
      <SmartcardFields
        draft={draft}
        catalogue={catalogue}
        recipients={recipients}
        errors={errors}
        edit={edit}
      />
      <Owner
        lookUp={lookUp}
        lines={[
          found?.current_plan && t('Current plan: {currentPlan}', { currentPlan: found.current_plan }),
          found?.due_date && t('Due {dueDate}', { dueDate: dayOfText(found.due_date) }),
        ]}
      />
      {found ? (
        <CablePlans
          query={plans}
          value={plan?.id ?? ''}
          error={errors['selectedcablePlan']}
          onChange={(next) => edit({ plan: next })}
        />
      ) : null}
    </OrderForm>
  );
}

interface SmartcardFieldsProps {
  readonly draft: CableDraft;
  readonly catalogue: ReturnType<typeof useCatalogueQuery>;
  readonly recipients: RecipientChoice;
  readonly errors: FieldErrors;
  readonly edit: (next: Partial<CableDraft>) => void;
}

function SmartcardFields({ draft, catalogue, recipients, errors, edit }: SmartcardFieldsProps) {
  return (
    <>
      {catalogue.error && !catalogue.data ? (
        <LoadError
          error={catalogue.error}
          fallback={t('The providers could not be loaded.')}
          onRetry={() => void catalogue.refetch()}
        />
      ) : null}
      <OptionPicker
        legend={t('Provider')}
        name="cablenetwork"
        inline
        value={draft.provider}
        error={errors['cablenetwork']}
        options={providerOptions(catalogue.data)}
        onChange={(provider) => edit({ provider, plan: '' })}
      />
      <div>
        <TextInput
          label={t('IUC number')}
          description={t('The smartcard number, on the card or on your screen.')}
          name="iuc"
          inputMode="numeric"
          autoComplete="off"
          size="md"
          value={draft.iuc}
          error={errors['iuc']}
          onChange={(event) => edit({ iuc: event.currentTarget.value })}
        />
        <Recipients {...recipients} />
      </div>
    </>
  );
}

export default function CablePage() {
  return (
    <PurchasePage
      service="cable"
      title={t('Buy Cable')}
      lead={t('Renew or change your bouquet; the name on the card is checked first.')}
      Form={CableForm}
      below={<DiscountCard />}
    />
  );
}

function DiscountCard() {
  const percent = useDiscount()('cable');
  return percent > 0 ? (
    <Card title={t('Discounts')}>
      {t('Get {percent}% discount on GoTV, DSTV and StarTimes.', { percent })}
    </Card>
  ) : null;
}
