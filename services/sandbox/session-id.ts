/** Session id of a bank transfer: code of the bank, minute and number, 30 digits. */
export const sessionId = (bank: string, number: number, at: number): string =>
  bank + new Date(at).toISOString().replace(/\D/g, '').slice(2, 14) + String(number).padStart(12, '0');
