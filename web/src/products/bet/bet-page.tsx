import { NativeSelect, TextInput } from '@mantine/core';
import {
  BET_AMOUNT_MAX,
  BET_AMOUNT_MIN,
  BET_CLIENT_ID,
  BET_PLATFORMS,
} from '../../../../services/contracts/bet.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { plainText } from '../../../../services/contracts/fields/plain-text.js';
import { api, reading } from '../../api/base-api.js';
import { buyer } from '../../domain/buyer.js';
import { t } from '../../languages/language.js';
import { AMOUNT_WANTED, AmountField, readAmount } from '../purchase/fields/amount-field.js';
import { Owner, useLookUp } from '../purchase/fields/look-up.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { type RecipientChoice, Recipients } from '../purchase/recipients.js';
import type { FieldErrors, Purchase } from '../purchase/purchase.js';
import { FormNote } from '../../ui/form/form.js';
import { naira } from '../../ui/format.js';

const betApi = api.injectEndpoints({
  endpoints: (build) => ({
    betPlatforms: build.query<CallAnswer<'betPlatforms'>, void>({
      query: () => reading('betPlatforms', {}),
      providesTags: ['Catalogue'],
    }),
  }),
});
const { useBetPlatformsQuery } = betApi;

interface BetDraft {
  readonly platform: string;
  readonly clientId: string;
  readonly amount: string;
  readonly bought?: string | undefined;
}

const EMPTY: BetDraft = { platform: '', clientId: '', amount: '' };
const AMOUNTS = ['100', '500', '1000', '2000', '5000', '10000'];
const KNOWN = BET_PLATFORMS.map((name) => ({ name, available: true, validates: false }));

function BetForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft, edit: change, again, errors, complete } = useOrderFields<BetDraft>(purchase, EMPTY);
  const { data } = useBetPlatformsQuery();
  const platforms = data?.platforms ?? KNOWN;
  const [minimum, maximum] = [data?.minimum ?? BET_AMOUNT_MIN, data?.maximum ?? BET_AMOUNT_MAX];
  const platform = platforms.find(({ name }) =>
    draft.platform === '' ? draft.bought === `${name} wallet` : name === draft.platform,
  );
  const clientId = plainText(draft.clientId).trim();
  const customer = { betPlatform: platform?.name ?? '', clientId };
  const lookUp = useLookUp('validateBetCustomer', t('unable to validate client id'), customer, change);
  const { found, edit } = lookUp;
  const mustLookUp = platform?.validates === true && !found;
  const recipients: RecipientChoice = {
    service: 'bet',
    onPick: ({ recipient, provider }) =>
      edit({ clientId: recipient, ...(provider ? { platform: provider } : {}) }),
    typed:
      platform && !mustLookUp && BET_CLIENT_ID.test(clientId)
        ? { recipient: clientId, name: found?.name, provider: platform.name }
        : undefined,
  };
  const amount = readAmount(draft.amount);
  const quote = amount && platform ? quoteOf('betQuote', { amount, betPlatform: platform.name }) : undefined;
  const shown: OrderShown = {
    action: t('{name} wallet of', { name: platform?.name ?? t('Betting') }),
    recipient: found?.name || clientId,
    lines: [[t('Client ID'), clientId]],
  };

  const sendOn = data && platform ? (mustLookUp ? 'look up' : 'order') : undefined;

  const send = (form: HTMLFormElement): void => {
    const missing = {
      betPlatform: !platform && t('Select a platform'),
      clientId: !BET_CLIENT_ID.test(clientId) && t('Enter your customer id at the betting company.'),
      amount: amountFault(amount, minimum, maximum),
    };
    if (!complete(form, missing) || !amount || !quote) return;
    if (mustLookUp) return void lookUp.ask();
    void purchase.order({ buy: { name: 'fundBet', body: { amount, ...customer } }, quote, shown });
  };

  return (
    <OrderForm
      purchase={purchase}
      lookingUp={lookUp.busy}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={mustLookUp ? t('Check client ID') : t('Continue')}
      onSend={send}
      sendOn={again && sendOn}
    >
      <CustomerFields
        platforms={platforms}
        platform={platform?.name ?? ''}
        clientId={draft.clientId}
        recipients={recipients}
        errors={errors}
        edit={edit}
      />
      <AmountField
        value={draft.amount}
        error={errors['amount']}
        common={AMOUNTS}
        onChange={(amount) => edit({ amount })}
      />
      <Owner lookUp={lookUp} lines={[t('Client ID {clientId}', { clientId })]} />
    </OrderForm>
  );
}

interface CustomerFieldsProps {
  readonly platforms: readonly { readonly name: string; readonly available: boolean }[];
  readonly platform: string;
  readonly clientId: string;
  readonly recipients: RecipientChoice;
  readonly errors: FieldErrors;
  readonly edit: (next: Partial<BetDraft>) => void;
}

function CustomerFields(props: CustomerFieldsProps) {
  const { platforms, platform, clientId, recipients, errors, edit } = props;
  return (
    <>
      <NativeSelect
        label={t('Platform')}
        name="betPlatform"
        size="md"
        value={platform}
        error={errors['betPlatform']}
        data={[
          { value: '', label: t('Select a platform') },
          ...platforms.map(({ name, available }) => ({
            value: name,
            label: available ? name : t('{name} (not available)', { name }),
            disabled: !available,
          })),
        ]}
        onChange={(event) => edit({ platform: event.currentTarget.value, bought: undefined })}
      />
      <div>
        <TextInput
          label={t('Client ID')}
          name="clientId"
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          value={clientId}
          error={errors['clientId']}
          onChange={(event) => edit({ clientId: event.currentTarget.value })}
        />
        <Recipients {...recipients} />
      </div>
    </>
  );
}

function amountFault(amount: string | undefined, minimum: number, maximum: number): string | false {
  if (!amount) return t(AMOUNT_WANTED);
  if (Number(amount) < minimum) return t('Minimum is {minimum}.', { minimum: naira(minimum) });
  return Number(amount) > maximum && t('Maximum is {maximum}.', { maximum: naira(maximum) });
}

export default function BetPage() {
  return (
    <PurchasePage
      service="bet"
      title={t('Fund Bet Wallet')}
      lead={
        buyer().house
          ? t('Minimum ₦100 and Maximum ₦10,000')
          : t('Minimum 100 naira and Maximum 10,000 naira.')
      }
      Form={BetForm}
      below={
        <FormNote>
          {t('For people of 18 and above. Money in a betting wallet cannot come back to this one.')}
        </FormNote>
      }
    />
  );
}
