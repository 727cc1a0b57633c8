import { NativeSelect, TextInput } from '@mantine/core';
import { METER_TYPES, DISCOS } from '../../../../services/contracts/electricity.contract.js';
import { useCatalogueQuery, type Catalogue } from '../../api/catalogue.api.js';
import { PHONE_WANTED, readPhone } from '../../domain/phone.js';
import { AMOUNT_WANTED, AmountField, readAmount } from '../../purchase/amount-field.js';
import { FoundCustomer, useLookUp } from '../../purchase/look-up.js';
import { OptionPicker } from '../../purchase/option-picker.js';
import { PhoneField, usePhoneTyped } from '../../purchase/phone-field.js';
import { useDraft, useFormErrors } from '../../purchase/purchase-form.js';
import { orderOf, quoteOf, type OrderShown } from '../../purchase/purchase-intent.js';
import { OrderForm, PurchaseStage } from '../../purchase/purchase-stage.js';
import { type RecipientChoice, Recipients } from '../../purchase/recipients.js';
import { usePurchase, type Purchase } from '../../purchase/use-purchase.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';
import { Page } from '../../ui/layout/page.js';

interface DiscoOption {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** The distribution companies as the catalogue has them now; those of the contract until it is here. */
function discoOptions(catalogue: Catalogue | undefined): readonly DiscoOption[] {
  const discos =
    catalogue?.discos ??
    Object.entries(DISCOS).map(([code, name]) => ({ code: Number(code), name, available: true }));
  return discos.map(({ code, name, available }) => ({
    value: String(code),
    label: available ? name : `${name} (not available)`,
    disabled: !available,
  }));
}

interface ElectricityDraft {
  readonly disco: string;
  readonly meterType: string;
  readonly meter: string;
  readonly amount: string;
  /** Until it is typed it is the customer's own. */
  readonly phone?: string;
}

const EMPTY: ElectricityDraft = { disco: '', meterType: 'Prepaid', meter: '', amount: '' };
const METER = /^\d{6,15}$/;
const METER_OPTIONS = Object.values(METER_TYPES).map((name) => ({ value: name, title: name }));
const AMOUNTS = ['1000', '2000', '5000', '10000'];

const meterTypeOf = (kind: string): string =>
  METER_OPTIONS.find(({ value }) => value.toLowerCase() === kind.toLowerCase())?.value ?? 'Prepaid';

function ElectricityForm({ purchase }: { readonly purchase: Purchase }) {
  const [draft, change, again] = useDraft<ElectricityDraft>('electricity', EMPTY);
  const { errors, edited, complete } = useFormErrors(purchase);
  const { data: catalogue } = useCatalogueQuery();
  const discos = discoOptions(catalogue);
  const meter = draft.meter.replace(/\s/g, '');
  const customer = { disco_name: draft.disco, meter_number: meter, meter_type: draft.meterType };
  const lookUp = useLookUp(
    'validateMeter',
    { refused: 'unable to validate meter', broken: 'unable to validate meter' },
    customer,
  );
  const { found } = lookUp;
  // The token is sent to this number too; most people want it on their own.
  const phoneTyped = usePhoneTyped(draft.phone);
  const edit = (next: Partial<ElectricityDraft>): void => {
    change(next);
    edited();
    lookUp.clear();
  };

  const recipients: RecipientChoice = {
    service: 'electricity',
    onPick: ({ recipient, provider, kind }) =>
      edit({
        meter: recipient,
        ...(provider ? { disco: provider } : {}),
        ...(kind ? { meterType: meterTypeOf(kind) } : {}),
      }),
  };
  const phone = readPhone(phoneTyped);
  const amount = readAmount(draft.amount);
  const bill = found && amount ? { meterType: draft.meterType, amount, discoName: draft.disco } : undefined;
  const quote = bill && quoteOf('electricityQuote', bill);
  const shown: OrderShown = {
    action: `${draft.meterType} electricity for`,
    recipient: found?.name ?? '',
    lines: [
      ['Meter', meter],
      ['Company', discos.find(({ value }) => value === draft.disco)?.label ?? ''],
      ['Address', found?.Address ?? ''],
      ['Phone', phone ?? ''],
    ],
  };
  const sendOn = found ? phoneTyped && 'order' : draft.disco && 'look up';

  const send = (form: HTMLFormElement): void => {
    const missing = {
      discoName: !draft.disco && 'Select your distribution company.',
      meterNumber: !METER.test(meter) && 'Enter the 6 to 15 digits of the meter.',
      amount: found !== undefined && amountFault(amount, found),
      phone: found !== undefined && !phone && PHONE_WANTED,
    };
    if (!complete(form, missing)) return;
    if (!found) return void lookUp.ask(customer);
    if (!bill || !quote || !phone) return;
    void purchase.order(
      orderOf({
        service: 'electricity',
        buy: { name: 'payElectricity', body: { ...bill, meterNumber: meter, phone } },
        quote,
        shown,
      }),
    );
  };

  return (
    <OrderForm {...{ purchase, shown, quote, recipients }} onSend={send} sendOn={again ? sendOn : undefined}>
      <NativeSelect
        label="Distribution company"
        name="discoName"
        size="md"
        value={draft.disco}
        error={errors['discoName']}
        data={[{ value: '', label: 'Select a company' }, ...discos]}
        onChange={(event) => edit({ disco: event.currentTarget.value })}
      />
      <OptionPicker
        legend="Meter type"
        name="meterType"
        inline
        value={draft.meterType}
        options={METER_OPTIONS}
        error={errors['meterType']}
        onChange={(meterType) => edit({ meterType })}
      />
      <div>
        <TextInput
          label="Meter number"
          name="meterNumber"
          inputMode="numeric"
          autoComplete="off"
          size="md"
          maxLength={20}
          value={draft.meter}
          error={errors['meterNumber']}
          onChange={(event) => edit({ meter: event.currentTarget.value })}
        />
        <Recipients {...recipients} />
      </div>
      <FormError message={lookUp.error} />
      {found ? (
        <>
          <FoundCustomer name={found.name} lines={[found.Address]} />
          <AmountField
            value={draft.amount}
            error={errors['amount']}
            description={`From ${naira(found.minimum)} to ${naira(found.maximum)}.`}
            common={AMOUNTS}
            onChange={(amount) => edit({ amount })}
          />
          <PhoneField
            description="Where the token is sent, beside your receipt."
            value={phoneTyped}
            error={errors['phone']}
            onChange={(phone) => edit({ phone })}
          />
        </>
      ) : null}
      <BusyButton
        busy={lookUp.busy || purchase.busy}
        busyText={lookUp.busy ? 'Validating...' : 'Processing...'}
      >
        {found ? 'Pay Now' : 'Check meter'}
      </BusyButton>
    </OrderForm>
  );
}

function amountFault(
  amount: string | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): string | false {
  if (!amount) return AMOUNT_WANTED;
  if (Number(amount) < minimum) return `This meter takes at least ${naira(minimum)}.`;
  return Number(amount) > maximum && `This meter takes at most ${naira(maximum)} at once.`;
}

export default function ElectricityPage() {
  const purchase = usePurchase('electricity');
  return (
    <Page
      title="Pay Electricity"
      lead="Prepaid token or postpaid bill; the name on the meter is checked first."
      panes
    >
      <PurchaseStage purchase={purchase}>
        <ElectricityForm purchase={purchase} />
      </PurchaseStage>
    </Page>
  );
}
