import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import type { CallAnswer, CallRequest } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { failureOf } from '../../api/failure.js';
import { t } from '../../languages/language.js';

const accountNameApi = api.injectEndpoints({
  endpoints: (build) => ({
    bankDetails: build.query<
      CallAnswer<'bankDetails'>,
      Pick<CallRequest<'bankDetails'>, 'account_number' | 'bankCode'>
    >({
      query: (body) => reading('bankDetails', body),
      // The server forgets its look-ups after a while, and then refuses to pay the account until a new look-up.
      keepUnusedDataFor: 0,
    }),
  }),
});
const { useBankDetailsQuery } = accountNameApi;

/**
 * Milliseconds without typing before an incomplete account number is reported. The owner of a complete number
 * is looked up at once.
 */
const LOOKUP_DEBOUNCE_MS = 5_000;
export const ACCOUNT_DIGITS = 10;

export interface AccountName {
  readonly searching: boolean;
  readonly name: string;
  readonly error: string | undefined;
  readonly again: () => void;
}

export const accountFault = (account: string): string =>
  /^\d+$/.test(account)
    ? t('An account number has ten digits, not {count}.', { count: account.length })
    : t('An account number has ten digits.');

export function useAccountName(bankCode: string, accountNumber: string): AccountName {
  const [settled] = useDebouncedValue(accountNumber, LOOKUP_DEBOUNCE_MS);
  const complete = accountNumber.length === ACCOUNT_DIGITS;
  const asked = bankCode !== '' && complete;
  const { currentData, error, isFetching, refetch } = useBankDetailsQuery(
    asked ? { account_number: accountNumber, bankCode } : skipToken,
  );
  const short =
    bankCode !== '' &&
    accountNumber !== '' &&
    accountNumber.length < ACCOUNT_DIGITS &&
    settled === accountNumber;
  const failure = asked && !isFetching ? failureOf(error) : undefined;
  return {
    searching: isFetching,
    name: asked && !failure ? (currentData?.accountName ?? '') : '',
    error: failure ? sentenceOf(failure) : short ? accountFault(accountNumber) : undefined,
    again: () => void refetch(),
  };
}

const sentenceOf = ({ http, message }: { readonly http: number; readonly message: string }): string =>
  http === 0 ? t('Error fetching account information') : message || t('Failed to fetch account information');
