import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { Bank } from '../../../../services/contracts/fields/nuban.js';
import { plainDigits } from '../../../../services/contracts/fields/plain-text.js';
import { api, reading } from '../../api/base-api.js';
import { LoadError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { onlyOne } from '../purchase/bought.js';
import { AMOUNT_WANTED, AmountField, readAmount } from '../purchase/fields/amount-field.js';
import { PriceLine } from '../purchase/confirm/order-summary.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { useQuoteQuery } from '../purchase/confirm/quote.api.js';
import { type RecipientChoice, Recipients } from '../purchase/recipients.js';
import type { FieldErrors, Purchase } from '../purchase/purchase.js';
import { AccountName } from './account-name.js';
import { BankField } from './bank-field.js';
import { ACCOUNT_DIGITS, accountFault, useAccountName } from './use-account-name.js';

const bankApi = api.injectEndpoints({
  endpoints: (build) => ({
    banks: build.query<CallAnswer<'listBanks'>, void>({
      query: () => reading('listBanks', {}),
      providesTags: ['Catalogue'],
    }),
  }),
});
const { useBanksQuery } = bankApi;

interface TransferDraft {
  readonly bank: string;
  readonly account: string;
  readonly amount: string;
  readonly narration: string;
  readonly bought?: string | undefined;
}

const EMPTY: TransferDraft = { bank: '', account: '', amount: '', narration: '' };
function useAccount(draft: TransferDraft, edit: (next: Partial<TransferDraft>) => void) {
  const account = plainDigits(draft.account);
  const banks = useBanksQuery();
  const bank = onlyOne(banks.data?.banks, ({ code, name }) =>
    draft.bank === '' ? draft.bought === `Transfer to ${name}` : code === draft.bank,
  );
  const owner = useAccountName(bank?.code ?? '', account);
  const recipients: RecipientChoice = {
    service: 'transfer',
    onPick: ({ recipient, provider }) =>
      edit({ account: recipient, ...(provider ? { bank: provider } : {}) }),
    typed: bank && owner.name ? { recipient: account, name: owner.name, provider: bank.code } : undefined,
  };
  return { banks, bank, account, owner, recipients };
}

function TransferForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft, edit, again, errors, complete } = useOrderFields<TransferDraft>(purchase, EMPTY);
  const { banks, bank, account, owner, recipients } = useAccount(draft, edit);
  const amount = readAmount(draft.amount);
  const quote = amount ? quoteOf('transferQuote', { amount_to_withdrawal: amount }) : undefined;
  const narration = draft.narration.trim();
  const shown: OrderShown = {
    action: t('Transfer to'),
    recipient: owner.name,
    lines: [
      [t('Account'), account],
      [t('Bank'), bank?.name ?? ''],
      ...(narration ? ([[t('Narration'), narration]] as const) : []),
    ],
  };

  const send = (form: HTMLFormElement): void => {
    const missing = {
      user_account_number: !/^\d{10}$/.test(account) && accountFault(account),
      bank_name_code: !bank && t('Select Bank'),
      user_account_name: bank !== undefined && !owner.name && t('Wait for the name of the account.'),
      amount: !amount && t(AMOUNT_WANTED),
    };
    if (!complete(form, missing) || !bank || !amount || !quote) return;
    void purchase.order({
      buy: {
        name: 'transferMoney',
        body: {
          user_bank_name: bank.name,
          bank_name_code: bank.code,
          user_account_name: owner.name,
          user_account_number: account,
          amount_to_withdrawal: amount,
          narration,
        },
      },
      quote,
      shown,
    });
  };

  return (
    <OrderForm
      purchase={purchase}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={t('Send Now!')}
      onSend={send}
      sendOn={again && owner.name && 'order'}
    >
      <AccountFields
        query={banks}
        typed={draft.account}
        account={account}
        bank={bank}
        recipients={recipients}
        errors={errors}
        edit={edit}
      />
      <AccountName owner={owner} error={errors['user_account_name']} />
      <AmountField
        value={draft.amount}
        error={errors['amount'] ?? errors['amount_to_withdrawal']}
        onChange={(typed) => edit({ amount: typed })}
      />
      <TextInput
        label={t('Narration')}
        name="narration"
        size="md"
        maxLength={100}
        autoComplete="off"
        placeholder={t('What it is for')}
        value={draft.narration}
        error={errors['narration']}
        onChange={(event) => edit({ narration: event.currentTarget.value })}
      />
      <Fee amount={amount} />
    </OrderForm>
  );
}

interface AccountFieldsProps {
  readonly query: ReturnType<typeof useBanksQuery>;
  readonly typed: string;
  readonly account: string;
  readonly bank: Bank | undefined;
  readonly recipients: RecipientChoice;
  readonly errors: FieldErrors;
  readonly edit: (next: Partial<TransferDraft>) => void;
}

function AccountFields(props: AccountFieldsProps) {
  const { query, typed, account, bank, recipients, errors, edit } = props;
  const { data, error, refetch } = query;
  const tooLong = account.length > ACCOUNT_DIGITS ? accountFault(account) : undefined;
  return (
    <>
      {error && !data ? (
        <LoadError
          error={error}
          fallback={t('The banks could not be loaded.')}
          onRetry={() => void refetch()}
        />
      ) : null}
      <div>
        <TextInput
          label={t('Account Number')}
          name="user_account_number"
          inputMode="numeric"
          autoComplete="off"
          size="md"
          value={typed}
          error={errors['user_account_number'] ?? tooLong}
          onChange={(event) => edit({ account: event.currentTarget.value })}
        />
        <Recipients {...recipients} />
      </div>
      <BankField
        banks={data?.banks ?? []}
        bank={bank}
        account={account}
        error={errors['bank_name_code']}
        onChange={(code) => edit({ bank: code })}
      />
    </>
  );
}

const FEE_DELAY_MS = 400;

function Fee({ amount }: { readonly amount: string | undefined }) {
  const [settledAmount] = useDebouncedValue(amount, FEE_DELAY_MS);
  const { currentData: fee } = useQuoteQuery(
    settledAmount ? { name: 'transferQuote', body: { amount_to_withdrawal: settledAmount } } : skipToken,
  );
  return (
    <PriceLine
      name={t('Fee')}
      amount={fee?.fee}
      text={fee && amount ? t('Taken from your wallet beside the amount.') : undefined}
    />
  );
}

export default function TransferPage() {
  return (
    <PurchasePage
      service="transfer"
      title={t('Send Money To All Banks')}
      lead={t('From your wallet to any bank account in Nigeria; the name on it is looked up first.')}
      Form={TransferForm}
    />
  );
}
