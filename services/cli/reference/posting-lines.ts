import { postingRuleOf, type PostingContext } from '../../audit/independent-posting-rules.js';
import { ownEntry } from '../../contracts/own-entry.js';

export interface PostingCase {
  readonly when: string;
  readonly lines: readonly (readonly [account: string, kobo: string])[];
}

interface Case {
  readonly when: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly greatest?: string;
}

const USUAL: Case = { when: '' };
const CASES: readonly Case[] = [
  { when: '`provider` is `opening`', values: { provider: 'opening' } },
  { when: '`service` is `transfer`', values: { service: 'transfer' } },
  { when: '`pays` is `transfers`', values: { pays: 'transfers' } },
  { when: '`cost` exceeds `price`', greatest: 'cost' },
];

/**
 * Returns the usual postings of an event type. The postings of each of the `CASES` follow when they differ
 * from the usual postings.
 * @throws Error for a type without a rule
 */
export function postingsOf(type: string): PostingCase[] {
  const usual = linesOf(type, USUAL);
  const special = CASES.map((each) => ({ ...each, lines: linesOf(type, each) })).filter(
    ({ lines, values = {} }) => JSON.stringify(lines) !== filledIn(JSON.stringify(usual), values),
  );
  return [{ when: '', lines: usual }, ...special].filter(({ lines }) => lines.length > 0);
}

const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`<${name}>`, value), text);

function linesOf(type: string, given: Case): [account: string, kobo: string][] {
  const fields = given.greatest === undefined ? [] : [given.greatest];
  const before = applyRule(type, given, fields);
  const names = [...fields];
  const after = names.map((field) => applyRule(type, given, fields, field));
  return before
    .map(([account, kobo], line): [string, string] => [
      accountOf(account, names),
      sumOf(names.map((field, index) => [field, (after[index]?.[line]?.[1] ?? kobo) - kobo])),
    ])
    .filter(([, kobo]) => kobo !== '');
}

function accountOf(account: string, names: readonly string[]): string {
  const [kind = '', subject] = account.split(':');
  const field = names.find((_, index) => String(valueOf(index)) === subject);
  return field === undefined ? account : `${kind}:<${field}>`;
}

function applyRule(
  type: string,
  { values = {} }: Case,
  fields: string[],
  raised?: string,
): readonly (readonly [account: string, kobo: bigint])[] {
  const rule = postingRuleOf(type);
  if (!rule) throw new Error(`independent-posting-rules.ts has no rule for ${type}`);
  const read = (name: string): string => {
    const given = ownEntry(values, name);
    if (given !== undefined) return given;
    if (!fields.includes(name)) fields.push(name);
    return String(valueOf(fields.indexOf(name)) + Number(name === raised));
  };
  const data = new Proxy({}, { get: (_, name) => read(String(name)) });
  const context = { serviceOf: () => read('service') } as unknown as PostingContext;
  return rule(data as never, context);
}

const valueOf = (index: number): number => 1_000_000 - 1_000 * index;

const sumOf = (terms: readonly (readonly [field: string, times: bigint])[]): string =>
  [
    ...terms.filter(([, times]) => times > 0n).map(([field]) => `+ ${field}`),
    ...terms.filter(([, times]) => times < 0n).map(([field]) => `- ${field}`),
  ]
    .join(' ')
    .replace(/^\+ /, '')
    .replace(/^- /, '-');
