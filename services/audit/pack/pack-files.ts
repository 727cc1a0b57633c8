import type { StoredBytes } from '../../../infra/event-store/seal-events.js';
import { type PublicSealKey, publicKeyPem } from '../seals/seal-key.js';

/** What an auditor pack holds, each file by its name in the folder of the pack. */
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

/** What a pack says of itself. Nothing of it is believed: whoever checks computes it again. */
export interface PackManifest {
  readonly format: 1;
  /** Hash of the first event: which ledger it is. */
  readonly ledgerId: string;
  /** All events up to the moment of the pack: the position of the last one. */
  readonly events: number;
  /** Root of the Merkle tree (RFC 6962) over the hashes of all of them, hexadecimal. */
  readonly root: string;
  /** When it was made, ISO 8601. */
  readonly at: string;
  /** How long a purchase may be open before a person must look, as that ledger was told. Milliseconds. */
  readonly reviewedWithinMs: number;
}

const OPENING = '{"position":';
const HASH = ',"hash":"';
const EVENT = '","event":';
const HASH_DIGITS = 64;
const CLOSING = 0x7d;

/** An event in a line of JSON: where it stands, its hash, and the event as it is stored, to the byte. */
export const journalLine = ({ position, hash, bytes }: StoredBytes): Buffer =>
  Buffer.concat([Buffer.from(`${OPENING}${position}${HASH}${hash}${EVENT}`), bytes, Buffer.from('}\n')]);

const PREFIX = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})","event":/;
const PREFIX_MAX = OPENING.length + 15 + HASH.length + HASH_DIGITS + EVENT.length;

/** The event in such a line, without its end; undefined when it is none. */
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

/** `keys.json`: the public keys, in the form that other tools take too. */
export const keysText = (keys: readonly PublicSealKey[]): string =>
  `${JSON.stringify(
    keys.map((key) => ({ ...key, pem: publicKeyPem(key) })),
    null,
    2,
  )}\n`;

/** `trial-balance.json` in pieces: kobo digits, debit positive, by the names of accounts. */
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
