/** The letters and digits of a reference, in capitals: spelled alike, it is the same one, however it was typed. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
