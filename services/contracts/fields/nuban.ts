export interface Bank {
  readonly code: string;
  readonly name: string;
}

const WEIGHTS = [3, 7, 3];
const ACCOUNT = /^\d{10}$/;

/**
 * The institution number has six digits. A bank code of three digits gets three zeros in front, and one of
 * five digits a 9.
 */
function institutionOf(code: string): string | undefined {
  if (/^\d{3}$/.test(code)) return `000${code}`;
  return /^\d{5}$/.test(code) ? `9${code}` : undefined;
}

/**
 * True when the tenth digit of an account number is the right check digit for a bank. The digits of
 * the institution number and the first nine digits are multiplied by 3, 7, 3 in turn. The sum of
 * the products plus the check digit is a multiple of ten. Source: Central Bank of Nigeria, Revised
 * Standards on Nigeria Uniform Bank Account Number (NUBAN) for Banks and Other Financial
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
 * Use the result only to sort a list of banks, because one in ten wrong banks fits by chance. Phone numbers
 * that serve as account numbers have no check digit.
 */
export const likelyBanks = <Listed extends Bank>(
  account: string,
  banks: readonly Listed[],
): readonly Listed[] => banks.filter(({ code }) => fitsBank(account, code));
