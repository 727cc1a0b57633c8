import type { NetworkCode } from '../../../../services/contracts/services.js';
import { useCatalogueQuery } from '../../api/catalogue.api.js';
import { LoadError } from '../../domain/load-error.js';
import { networkName, networkOfName } from '../../domain/network.js';
import { detectNetwork, PHONE_WANTED, readPhone } from '../../domain/phone.js';
import { NetworkPicker } from '../../purchase/network-picker.js';
import { OptionPicker } from '../../purchase/option-picker.js';
import { PhoneField } from '../../purchase/phone-field.js';
import { useDraft, useFormErrors } from '../../purchase/purchase-form.js';
import { orderOf } from '../../purchase/purchase-intent.js';
import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { Recipients } from '../../purchase/recipients.js';
import { usePurchase, type Purchase } from '../../purchase/use-purchase.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { BalanceCodes } from './balance-codes.js';
import { DataPlans, usePlansOf } from './data-plans.js';

interface DataDraft {
  readonly phone: string;
  /** Chosen by the person; otherwise the network follows the number. */
  readonly chosen?: NetworkCode | undefined;
  readonly planType: string;
  readonly plan: string;
}

const EMPTY: DataDraft = { phone: '', planType: '', plan: '' };

function DataForm({ purchase }: { readonly purchase: Purchase }) {
  const [draft, change] = useDraft<DataDraft>('data', EMPTY);
  const { errors, edited, complete } = useFormErrors(purchase);
  const catalogue = useCatalogueQuery();
  const networks = catalogue.data?.networks ?? [];
  const off = new Set(networks.filter(({ available }) => !available).map(({ code }) => code));
  const detected = detectNetwork(draft.phone);
  const network = draft.chosen ?? detected;
  const types = networks.find(({ code }) => code === network)?.plan_types ?? [];
  const planType = types.find(({ code }) => String(code) === draft.planType);
  const plans = usePlansOf(network, planType?.code);
  const plan = plans.data?.data_plans.find(({ id }) => id === draft.plan);

  const edit = (next: Partial<DataDraft>): void => {
    change(next);
    edited();
  };

  const send = (form: HTMLFormElement): void => {
    const phone = readPhone(draft.phone);
    const missing = {
      phone: !phone && PHONE_WANTED,
      datanetwork: !network && 'Select a network',
      planType: network !== undefined && !planType && 'Select a plan type',
      selectedDataPlan: planType !== undefined && !plan && 'Select a plan',
    };
    if (!complete(form, missing) || !phone || !network || !planType || !plan) return;
    const chosen = { datanetwork: network, selectedDataPlan: plan.id };
    void purchase.order(
      orderOf({
        service: 'data',
        buy: { name: 'buyData', body: { ...chosen, phone } },
        quote: { name: 'dataQuote', body: chosen },
        shown: {
          action: 'Data to',
          recipient: phone,
          network,
          lines: [
            ['Network', networkName(network)],
            ['Plan', `${plan.name} ${planType.name}`],
          ],
        },
      }),
    );
  };

  return (
    <Card>
      <Form onSend={send} noValidate>
        <PhoneField value={draft.phone} error={errors['phone']} onChange={(phone) => edit({ phone })}>
          <Recipients
            service="data"
            ownNumber
            label="Recent numbers"
            onPick={({ recipient, provider }) => edit({ phone: recipient, chosen: networkOfName(provider) })}
          />
        </PhoneField>
        <NetworkPicker
          name="datanetwork"
          network={network}
          detected={detected}
          error={errors['datanetwork']}
          off={off}
          onChange={(chosen) => edit({ chosen, plan: '' })}
        />
        {catalogue.error && !catalogue.data ? (
          <LoadError
            error={catalogue.error}
            fallback="The plans could not be loaded."
            onRetry={() => void catalogue.refetch()}
          />
        ) : null}
        {types.length > 0 ? (
          <OptionPicker
            legend="Plan type"
            name="planType"
            inline
            value={planType ? String(planType.code) : ''}
            error={errors['planType']}
            options={types.map(({ code, name, available }) => ({
              value: String(code),
              title: name,
              off: !available,
            }))}
            onChange={(next) => edit({ planType: next, plan: '' })}
          />
        ) : null}
        {planType ? (
          <DataPlans
            query={plans}
            value={plan?.id ?? ''}
            error={errors['selectedDataPlan']}
            onChange={(next) => edit({ plan: next })}
          />
        ) : null}
        <BusyButton busy={purchase.busy} busyText="Processing...">
          {plan ? `Continue with ${naira(plan.price)}` : 'Continue'}
        </BusyButton>
        <FormNote>You see the price and your balance before you pay.</FormNote>
      </Form>
    </Card>
  );
}

export default function DataPage() {
  const purchase = usePurchase('data');
  return (
    <Page title="Buy Data" lead="Data for any Nigerian number, 1% off." narrow>
      <PurchaseStage purchase={purchase}>
        <DataForm purchase={purchase} />
      </PurchaseStage>
      <BalanceCodes />
    </Page>
  );
}
