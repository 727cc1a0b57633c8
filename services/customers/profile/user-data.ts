import type { z } from 'zod';
import type { UserData } from '../../contracts/customers.contract.js';
import { lagosIsoAt } from '../../contracts/fields/lagos-day.js';
import { nairaFromKobo, type Kobo } from '../../contracts/money.js';
import { maskedApiToken } from '../api-token/api-tokens.js';
import { delaysAt } from '../payouts/payout-delay.decider.js';
import type { User } from '../user.state.js';

export interface WalletFigures {
  readonly available: Kobo;
  readonly lastTopUp: Kobo;
  readonly totalTransaction: number | bigint;
}

export interface FundingShown {
  /** Fee that we keep from each payment to a reserved account, in kobo as a decimal string. */
  readonly charge: string;
  readonly bank: string;
  readonly accountName: string;
  readonly accountNumber: string;
}

/**
 * Answer of `user_data`. Amounts are in naira. Unknown texts are empty.
 * @param providers providers in use. Accounts at other providers are left out, because we would not notice
 * payments to them.
 * @param asksIdentity true when an account needs a BVN or NIN
 */
export function userData(
  user: User,
  wallet: WalletFigures | undefined,
  shown: FundingShown,
  { providers, asksIdentity }: { readonly providers: readonly string[]; readonly asksIdentity: boolean },
  now: number,
): z.output<typeof UserData> {
  const delay = delaysAt(user, now).toSorted((one, other) => other.until - one.until)[0];
  const charge = nairaFromKobo(BigInt(shown.charge));
  const accountsAt = (code: string) =>
    user.reservedAccounts.flatMap(({ provider, bankAccounts }) => (provider === code ? bankAccounts : []));
  const accounts = providers.flatMap(accountsAt);
  const isPending = providers.some((code) => accountsAt(code).length === 0);
  const identified = user.accountIdentity !== undefined && !isPending;
  const [first, second] = accounts;
  return {
    first_name: user.firstName,
    last_name: user.lastName,
    user_email: user.email,
    phone_number: user.phone,
    user_wallet: nairaFromKobo(wallet?.available ?? 0n),
    reseller: user.tier === 'affiliate' ? 1 : 0,
    lastTopUp: nairaFromKobo(wallet?.lastTopUp ?? 0n),
    totalTransaction: Number(wallet?.totalTransaction ?? 0),
    api_token: maskedApiToken(user.apiTokenLastFour),
    account_name: first?.accountName ?? '',
    account_number: first?.accountNumber ?? '',
    bank_name: first?.bankName ?? '',
    manual_funding_bank_name: shown.bank,
    manual_funding_account_name: shown.accountName,
    manual_funding_account_number: shown.accountNumber,
    other_bank_name_1: second?.bankName ?? '',
    other_bank_name_one_account_number: second?.accountNumber ?? '',
    other_bank_name_one_account_name: second?.accountName ?? '',
    monify_charges: charge,
    // Use `charge` for the second account too, because the provider does not tell which account
    // received the money.
    other_bank_charges: charge,
    is_email_verify: user.emailVerified,
    is_transaction_pin_set: user.pinMac !== undefined,
    funding_accounts: accounts.map(({ bankName, accountNumber, accountName }) => ({
      bank_name: bankName,
      account_number: accountNumber,
      account_name: accountName,
    })),
    payouts_wait: delay?.why ?? '',
    payouts_from: delay ? lagosIsoAt(delay.until) : '',
    account_identity: asksIdentity ? (identified ? 'given' : 'needed') : '',
    account_pending: isPending,
  };
}
