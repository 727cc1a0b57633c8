/** A bank as the list of banks has it. */
export interface Bank {
  readonly code: string;
  readonly name: string;
}

const WEIGHTS = [3, 7, 3];
const ACCOUNT = /^\d{10}$/;

/** The six digits that stand for an institution in the check digit: banks have three, others five behind a 9. */
function institutionOf(code: string): string | undefined {
  if (/^\d{3}$/.test(code)) return `000${code}`;
  return /^\d{5}$/.test(code) ? `9${code}` : undefined;
}

/**
 * Whether a bank can have given out this account number: the tenth digit makes the weighted sum of the institution's code
 * and the nine digits before it a multiple of ten, with the weights 3, 7, 3 over and over. Central Bank of Nigeria, Revised
 * Standards on Nigeria Uniform Bank Account Number (NUBAN) for Banks and Other Financial Institutions, 2020.
 */
export function fitsBank(account: string, code: string): boolean {
  const institution = institutionOf(code);
  if (!institution || !ACCOUNT.test(account)) return false;
  const digits = [...(institution + account.slice(0, 9))].map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * WEIGHTS[place % WEIGHTS.length]!, 0);
  return (10 - (sum % 10)) % 10 === Number(account[9]);
}

/**
 * The banks whose check digit fits, for a complete account number: about one in ten fits by chance, and wallets that number
 * accounts by phone do not fit at all. So it only tells which to show first.
 */
export const likelyBanks = <Listed extends Bank>(
  account: string,
  banks: readonly Listed[],
): readonly Listed[] => banks.filter(({ code }) => fitsBank(account, code));
