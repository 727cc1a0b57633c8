/**
 * Session id of a bank transfer. Its 30 digits are the bank code, the minute and the number of the transfer.
 */
export const sessionId = (bank: string, number: number, at: number): string =>
  bank + new Date(at).toISOString().replace(/\D/g, '').slice(2, 14) + String(number).padStart(12, '0');
