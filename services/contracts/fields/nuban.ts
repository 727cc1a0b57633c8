export interface Bank {
  readonly code: string;
  readonly name: string;
}

const WEIGHTS = [3, 7, 3];
const ACCOUNT = /^\d{10}$/;

/**
 * Institution number of six digits, which is part of the sum for the check digit. A code of three digits gets
 * three zeros in front. A code of five digits gets a 9 in front.
 */
function institutionOf(code: string): string | undefined {
  if (/^\d{3}$/.test(code)) return `000${code}`;
  return /^\d{5}$/.test(code) ? `9${code}` : undefined;
}

/**
 * Compares the tenth digit with the check digit. The institution number and the first nine digits are
 * weighted 3, 7, 3 in turn. The weighted sum plus the check digit is a multiple of ten. Source: Central Bank
 * of Nigeria, Revised Standards on Nigeria Uniform Bank Account Number (NUBAN) for Banks and Other Financial
 * Institutions, 2020.
 */
export function fitsBank(account: string, code: string): boolean {
  const institution = institutionOf(code);
  if (!institution || !ACCOUNT.test(account)) return false;
  const digits = [...(institution + account.slice(0, 9))].map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * WEIGHTS[place % WEIGHTS.length]!, 0);
  return (10 - (sum % 10)) % 10 === Number(account[9]);
}

/**
 * Returns the banks whose check digit fits the account number. Use the result only to order banks. A tenth of
 * the wrong banks fit by chance. Wallets that have a phone number as account number never fit.
 */
export const likelyBanks = <Listed extends Bank>(
  account: string,
  banks: readonly Listed[],
): readonly Listed[] => banks.filter(({ code }) => fitsBank(account, code));
