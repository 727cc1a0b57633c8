import type { StoredBytes } from '../../../infra/event-store/seal-events.js';
import { type PublicSealKey, publicKeyPem } from '../seals/seal-key.js';

export const PACK_FILES = {
  manifest: 'pack.json',
  journal: 'journal.jsonl',
  hledger: 'journal.hledger',
  seals: 'seals.jsonl',
  keys: 'keys.json',
  trialBalance: 'trial-balance.json',
  readme: 'README.txt',
  verifier: 'verify.mjs',
} as const;

/** `checkPack` computes every field of the manifest again. */
export interface PackManifest {
  readonly format: 1;
  readonly ledgerId: string;
  readonly events: number;
  /** Merkle root (RFC 6962) of all event hashes, hexadecimal. */
  readonly root: string;
  /** Creation time, ISO 8601. */
  readonly at: string;
  /** Milliseconds after which an open purchase must be in review. */
  readonly reviewedWithinMs: number;
}

const OPENING = '{"position":';
const HASH = ',"hash":"';
const EVENT = '","event":';
const HASH_DIGITS = 64;
const CLOSING = 0x7d;

/** The line is JSON with the stored bytes of an event unchanged. */
export const journalLine = ({ position, hash, bytes }: StoredBytes): Buffer =>
  Buffer.concat([Buffer.from(`${OPENING}${position}${HASH}${hash}${EVENT}`), bytes, Buffer.from('}\n')]);

const PREFIX = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})","event":/;
const PREFIX_MAX = OPENING.length + 15 + HASH.length + HASH_DIGITS + EVENT.length;

/**
 * Turns a line of {@link journalLine}, without its newline, back into an event. Returns undefined for any other
 * text.
 */
export function storedIn(line: Buffer): StoredBytes | undefined {
  const prefix = PREFIX.exec(line.toString('latin1', 0, PREFIX_MAX));
  if (!prefix || line.at(-1) !== CLOSING) return undefined;
  return {
    position: Number(prefix[1]),
    hash: prefix[2] as string,
    bytes: line.subarray(prefix[0].length, line.length - 1),
  };
}

const balanceLine = (account: string, balance: bigint): string =>
  `    ${JSON.stringify(account)}: "${balance}"`;

export const keysText = (keys: readonly PublicSealKey[]): string =>
  `${JSON.stringify(
    keys.map((key) => ({ ...key, pem: publicKeyPem(key) })),
    null,
    2,
  )}\n`;

/**
 * Yields the text of `trial-balance.json` in pieces. Accounts are sorted by name. Balances are kobo as decimal
 * strings, positive for debits.
 */
export function* trialBalanceText(
  position: number,
  entries: Iterable<readonly [account: string, balance: bigint]>,
): Generator<{ readonly text: string; readonly account?: string }> {
  yield { text: `{\n  "position": ${position},\n  "accounts": {` };
  const rows = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
  let before = '\n';
  for (const [account, balance] of rows) {
    yield { text: before + balanceLine(account, balance), account };
    before = ',\n';
  }
  yield { text: '\n  }\n}\n' };
}
