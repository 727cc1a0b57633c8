import type { z } from 'zod';
import type { UserData } from '../../contracts/customers.contract.js';
import { koboFromNaira, nairaFromKobo, type Kobo } from '../../contracts/money.js';
import { maskedApiToken } from '../api-token/api-tokens.js';
import type { User } from '../user.state.js';

/** What the wallet view knows. */
export interface WalletFigures {
  readonly available: Kobo;
  readonly lastTopUp: Kobo;
  readonly totalTransaction: number | bigint;
}

/** Of the settings of funding. */
export interface FundingShown {
  readonly FUNDING_CHARGE_NAIRA: string;
  readonly MANUAL_FUNDING_BANK: string;
  readonly MANUAL_FUNDING_ACCOUNT_NAME: string;
  readonly MANUAL_FUNDING_ACCOUNT_NUMBER: string;
}

/** `user_data` of the contract. Money in naira, texts without a value empty. */
export function userData(
  user: User,
  wallet: WalletFigures | undefined,
  shown: FundingShown,
): z.output<typeof UserData> {
  const [first, second] = user.reservedAccounts.flatMap((reserved) => reserved.accounts);
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
    manual_funding_bank_name: shown.MANUAL_FUNDING_BANK,
    manual_funding_account_name: shown.MANUAL_FUNDING_ACCOUNT_NAME,
    manual_funding_account_number: shown.MANUAL_FUNDING_ACCOUNT_NUMBER,
    other_bank_name_1: second?.bankName ?? '',
    other_bank_name_one_account_number: second?.accountNumber ?? '',
    other_bank_name_one_account_name: second?.accountName ?? '',
    monify_charges: nairaFromKobo(koboFromNaira(shown.FUNDING_CHARGE_NAIRA) ?? 0n),
    other_bank_charges: 0,
    is_email_verify: user.emailVerified,
    is_transaction_pin_set: user.pinMac !== undefined,
  };
}
