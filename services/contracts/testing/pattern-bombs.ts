/** Texts that careless regular expressions match slowly. */
export const BOMBS: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => 'x'.repeat(length),
  digits: (length) => '9'.repeat(length),
  'an address of dots': (length) => `a@${'a.'.repeat((length - 3) / 2)} `,
  'at signs': (length) => '@.'.repeat(length / 2),
  spaces: (length) => `1${' '.repeat(length - 2)}x`,
  'line breaks': (length) => '\n\r'.repeat(length / 2),
  commas: (length) => ',;'.repeat(length / 2),
  signs: (length) => '+234'.repeat(length / 4),
};
