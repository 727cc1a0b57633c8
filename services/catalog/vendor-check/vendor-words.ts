const WORDS_MAX = 200;
const FIELDS = ['response_description', 'responseMessage', 'message', 'detail', 'error', 'msg'] as const;

/**
 * Returns the text of the vendor's answer on one line. Never store this text, because it may name a
 * customer.
 */
export function wordsOf(body: string): { readonly said?: string } {
  const said = plain(explained(body) ?? body);
  return said === '' ? {} : { said };
}

function explained(body: string): string | undefined {
  try {
    const answer = JSON.parse(body) as unknown;
    if (typeof answer !== 'object' || answer === null) return undefined;
    const fields = answer as Readonly<Record<string, unknown>>;
    const code = typeof fields['code'] === 'string' ? `${fields['code']} ` : '';
    const field = FIELDS.find((name) => Object.hasOwn(fields, name));
    if (field === undefined) return undefined;
    const words = fields[field];
    return `${code}${typeof words === 'string' ? words : JSON.stringify(words)}`;
  } catch {
    return undefined;
  }
}

/** Remove control characters, because they could change the display of a terminal or a web page. */
const plain = (text: string): string =>
  text
    .slice(0, WORDS_MAX)
    .replace(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .trim();
