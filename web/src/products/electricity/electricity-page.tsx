import { NativeSelect, TextInput } from '@mantine/core';
import { plainDigits } from '../../../../services/contracts/fields/plain-text.js';
import { METER_TYPES, DISCOS } from '../../../../services/contracts/electricity.contract.js';
import { useCatalogueQuery, type Catalog } from '../../api/catalog.api.js';
import { PHONE_WANTED, readPhone } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { companyIn } from '../purchase/bought.js';
import { AMOUNT_WANTED, AmountField, readAmount } from '../purchase/fields/amount-field.js';
import { Owner, useLookUp } from '../purchase/fields/look-up.js';
import { OptionPicker } from '../purchase/fields/option-picker.js';
import { PhoneField, usePhoneTyped } from '../purchase/fields/phone-field.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { type RecipientChoice, Recipients } from '../purchase/recipients.js';
import type { FieldErrors, Purchase } from '../purchase/purchase.js';
import { naira } from '../../ui/format.js';

/** @public The router calls it. */
export { askCatalog as ask } from '../../api/catalog.api.js';

interface DiscoOption {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

function discoOptions(catalogue: Catalog | undefined): readonly DiscoOption[] {
  const discos =
    catalogue?.discos ??
    Object.entries(DISCOS).map(([code, name]) => ({ code: Number(code), name, available: true }));
  return discos.map(({ code, name, available }) => ({
    value: String(code),
    label: available ? name : t('{name} (not available)', { name }),
    disabled: !available,
  }));
}

interface ElectricityDraft {
  readonly disco: string;
  readonly bought?: string | undefined;
  readonly meterType: string;
  readonly meter: string;
  readonly amount: string;
  readonly phone?: string;
}

const EMPTY: ElectricityDraft = { disco: '', meterType: 'Prepaid', meter: '', amount: '' };
const METER = /^\d{6,15}$/;
const METER_OPTIONS = Object.values(METER_TYPES).map((name) => ({ value: name, title: name }));
const AMOUNTS = ['1000', '2000', '5000', '10000'];

const meterTypeOf = (kind: string): string =>
  METER_OPTIONS.find(({ value }) => value.toLowerCase() === kind.toLowerCase())?.value ?? 'Prepaid';

function useMeter(
  { disco, meterType, meter: typed }: ElectricityDraft,
  change: (next: Partial<ElectricityDraft>) => void,
) {
  const meter = plainDigits(typed);
  const customer = { disco_name: disco, meter_number: meter, meter_type: meterType };
  const lookUp = useLookUp('validateMeter', t('unable to validate meter'), customer, change);
  const { found, edit } = lookUp;
  const recipients: RecipientChoice = {
    service: 'electricity',
    onPick: ({ recipient, provider, kind }) =>
      edit({
        meter: recipient,
        ...(provider ? { disco: provider } : {}),
        ...(kind ? { meterType: meterTypeOf(kind) } : {}),
      }),
    typed: found && { recipient: meter, name: found.name, provider: disco, kind: meterType },
  };
  return { meter, lookUp, recipients };
}

function ElectricityForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft: typed, ...fields } = useOrderFields<ElectricityDraft>(purchase, EMPTY);
  const { edit: change, again, errors, complete } = fields;
  const draft = { ...typed, disco: typed.disco || companyIn(DISCOS, typed.bought) };
  const { data: catalogue } = useCatalogueQuery();
  const discos = discoOptions(catalogue);
  const { meter, lookUp, recipients } = useMeter(draft, change);
  const { found, edit } = lookUp;
  // Phone number to which the meter token is also sent. Usually, this is the number of the customer.
  const phoneTyped = usePhoneTyped(draft.phone);
  const phone = readPhone(phoneTyped);
  const amount = readAmount(draft.amount);
  const bill = found && amount ? { meterType: draft.meterType, amount, discoName: draft.disco } : undefined;
  const quote = bill && quoteOf('electricityQuote', bill);
  const shown: OrderShown = {
    action: t('{meterType} electricity for', { meterType: draft.meterType }),
    recipient: found?.name ?? '',
    lines: [
      [t('Meter'), meter],
      [t('Company'), discos.find(({ value }) => value === draft.disco)?.label ?? ''],
      [t('Address'), found?.Address ?? ''],
      [t('Phone'), phone ?? ''],
    ],
  };
  const sendOn = found ? phoneTyped && 'order' : draft.disco && 'look up';

  const send = (form: HTMLFormElement): void => {
    const missing = {
      discoName: !draft.disco && t('Select your distribution company.'),
      meterNumber: !METER.test(meter) && t('Enter the 6 to 15 digits of the meter.'),
      amount: found !== undefined && amountFault(amount, found),
      phone: found !== undefined && !phone && t(PHONE_WANTED),
    };
    if (!complete(form, missing)) return;
    if (!found) return void lookUp.ask();
    if (!bill || !quote || !phone) return;
    void purchase.order({
      buy: { name: 'payElectricity', body: { ...bill, meterNumber: meter, phone } },
      quote,
      shown,
    });
  };

  return (
    <OrderForm
      purchase={purchase}
      lookingUp={lookUp.busy}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={found ? t('Pay Now') : t('Check meter')}
      onSend={send}
      sendOn={again && sendOn}
    >
      <MeterFields draft={draft} discos={discos} recipients={recipients} errors={errors} edit={edit} />
      <Owner lookUp={lookUp} lines={[found?.Address]} />
      {found ? (
        <>
          <AmountField
            value={draft.amount}
            error={errors['amount']}
            description={t('From {minimum} to {maximum}.', {
              minimum: naira(found.minimum),
              maximum: naira(found.maximum),
            })}
            common={AMOUNTS}
            onChange={(amount) => edit({ amount })}
          />
          <PhoneField
            description={t('Where the token is sent, beside your receipt.')}
            value={phoneTyped}
            error={errors['phone']}
            onChange={(phone) => edit({ phone })}
          />
        </>
      ) : null}
    </OrderForm>
  );
}

interface MeterFieldsProps {
  readonly draft: ElectricityDraft;
  readonly discos: readonly DiscoOption[];
  readonly recipients: RecipientChoice;
  readonly errors: FieldErrors;
  readonly edit: (next: Partial<ElectricityDraft>) => void;
}

function MeterFields({ draft, discos, recipients, errors, edit }: MeterFieldsProps) {
  return (
    <>
      <NativeSelect
        label={t('Distribution company')}
        name="discoName"
        size="md"
        value={draft.disco}
        error={errors['discoName']}
        data={[{ value: '', label: t('Select a company') }, ...discos]}
        onChange={(event) => edit({ disco: event.currentTarget.value, bought: undefined })}
      />
      <OptionPicker
        legend={t('Meter type')}
        name="meterType"
        inline
        value={draft.meterType}
        options={METER_OPTIONS}
        error={errors['meterType']}
        onChange={(meterType) => edit({ meterType })}
      />
      <div>
        <TextInput
          label={t('Meter number')}
          name="meterNumber"
          inputMode="numeric"
          autoComplete="off"
          size="md"
          value={draft.meter}
          error={errors['meterNumber']}
          onChange={(event) => edit({ meter: event.currentTarget.value })}
        />
        <Recipients {...recipients} />
      </div>
    </>
  );
}

function amountFault(
  amount: string | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): string | false {
  if (!amount) return t(AMOUNT_WANTED);
  if (Number(amount) < minimum) return t('This meter takes at least {minimum}.', { minimum: naira(minimum) });
  return (
    Number(amount) > maximum && t('This meter takes at most {maximum} at once.', { maximum: naira(maximum) })
  );
}

export default function ElectricityPage() {
  return (
    <PurchasePage
      service="electricity"
      title={t('Pay Electricity')}
      lead={t('Prepaid token or postpaid bill; the name on the meter is checked first.')}
      Form={ElectricityForm}
    />
  );
}
