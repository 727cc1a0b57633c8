export interface AccountGroup {
  readonly title: string;
  readonly root: 'Assets' | 'Liabilities' | 'Income' | 'Expenses' | 'Equity';
  readonly accounts: readonly string[];
}

export const ACCOUNT_GROUPS: readonly AccountGroup[] = [
  {
    title: 'Owed to customers and unknown payers',
    root: 'Liabilities',
    accounts: ['user_available', 'user_held', 'suspense_unmatched'],
  },
  {
    title: 'Held by vendors, providers and banks',
    root: 'Assets',
    accounts: ['vendor_float', 'psp_receivable', 'psp_payout', 'bank'],
  },
  { title: 'Income', root: 'Income', accounts: ['margin', 'fee'] },
  {
    title: 'Expenses and losses',
    root: 'Expenses',
    accounts: ['psp_fee', 'vendor_loss', 'chargeback_loss', 'adjustment:goodwill'],
  },
  {
    title: 'Capital and what closes the books',
    root: 'Equity',
    accounts: ['house_capital', 'opening', 'adjustment'],
  },
];

const GROUPS = new Map(
  ACCOUNT_GROUPS.flatMap((group) => group.accounts.map((account) => [account, group] as const)),
);

/** `vendor_float` for `vendor_float:1`. */
export const kindOf = (account: string): string => account.split(':', 1)[0] ?? account;

export const groupOf = (account: string): AccountGroup | undefined =>
  GROUPS.get(account) ?? GROUPS.get(kindOf(account));
