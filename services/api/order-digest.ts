import { hash } from 'node:crypto';

/** What a body says beside what is ordered: who signs, and how. */
const NOT_ORDERED: ReadonlySet<string> = new Set([
  ...['transaction_pin', 'passkey', 'confirm_duplicate', 'quoted_price'],
  ...['access_token', 'grabToken', 'user_access_code'],
]);

/** Stands for all that the body of a purchase orders, as its shape made it: the same order has the same one, in whatever order it is written. */
export function orderDigest(body: object): string {
  const ordered = Object.entries(body).filter(
    ([name, value]) => !NOT_ORDERED.has(name) && value !== undefined && value !== null,
  );
  return hash('sha256', JSON.stringify(ordered.sort(byName), plain), 'hex');
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Amounts are bigints in memory. */
const plain = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value} kobo` : value;
