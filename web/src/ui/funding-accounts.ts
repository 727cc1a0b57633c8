import type { UserData } from '../api/user-data.api.js';

/** A bank account whose transfers end in this person's wallet. */
export interface FundingAccount {
  readonly bank: string;
  readonly name: string;
  readonly number: string;
  /** Naira kept from each transfer. */
  readonly charge: number;
  readonly automatic: boolean;
}

/** The accounts a person can transfer to, the automatic one first; those without a number are left out. */
export function fundingAccountsOf(user: UserData): readonly FundingAccount[] {
  const accounts: FundingAccount[] = [
    {
      bank: user.bank_name,
      name: user.account_name,
      number: user.account_number,
      charge: user.monify_charges,
      automatic: true,
    },
    {
      bank: user.other_bank_name_1,
      name: user.other_bank_name_one_account_name,
      number: user.other_bank_name_one_account_number,
      charge: user.other_bank_charges,
      automatic: true,
    },
    {
      bank: user.manual_funding_bank_name,
      name: user.manual_funding_account_name,
      number: user.manual_funding_account_number,
      charge: 0,
      automatic: false,
    },
  ];
  return accounts.filter((account) => account.number);
}
