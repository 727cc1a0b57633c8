/**
 * Formats of texts that may be stored. A text in any other format might contain the name of a
 * person.
 */
const WRITTEN = {
  word: /^[A-Z][A-Z_]{0,39}$/,
  lowerWord: /^[a-z][a-z_.]{0,39}$/,
  reference: /^(?=.*\d)[\w|.-]{1,128}$/,
  amount: /^\d{1,12}(\.\d{1,8})?$/,
  /**
   * Matches a time such as `2021-11-17 11:28:42.615`, `17/11/2021 3:48:10 PM` or an ISO 8601 time.
   */
  time: /^\d{1,4}([-/])\d{1,2}\1\d{1,4}[ T][\d:.]{4,15}( ?[AP]M|Z|[+-]\d{2}:?\d{2})?$/,
} as const;

export type FactKind = keyof typeof WRITTEN;

/** Empty when `value` does not have the format of `kind`. */
export function webhookFact(name: string, value: unknown, kind: FactKind): [string, string][] {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && WRITTEN[kind].test(text) ? [[name, text]] : [];
}
