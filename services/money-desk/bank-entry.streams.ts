import { hash } from 'node:crypto';

/** Spelled alike, it is the same line, however it was typed. */
export const bankEntryStream = (bank: string, reference: string): string =>
  `bank-entry-${hash('sha256', `${plain(bank)}|${plain(reference)}`, 'hex').slice(0, 40)}`;

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
