import { bytesOfHex, hexOf, type Sha256, verifyInclusion } from './merkle-proofs.js';
import { ownEntry } from '../own-entry.js';
import { sealText, type SignedSeal } from './signed-seal.js';

export interface ProvenEvent {
  /** The first event has the position 1. */
  readonly position: number;
  /** Stored bytes of the event as text. Personal data in it is encrypted. */
  readonly text: string;
  readonly hash: string;
  /** Merkle path (RFC 6962) from the leaf of the event to the root of the tree. */
  readonly path: readonly string[];
}

export interface ReceiptProof {
  readonly version: 1;
  /**
   * Events of the purchase in the wallet, oldest first: `PurchaseAccepted`, followed by the
   * outcome.
   */
  readonly events: readonly ProvenEvent[];
  readonly seal: SignedSeal;
  /** Ed25519 public key, 32 bytes in hexadecimal. */
  readonly publicKey: string;
}

export interface ProofTools {
  readonly sha256: Sha256;
  /** Verifies a signature. The promise rejects when the platform does not support Ed25519. */
  verifyEd25519(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

export type ProofPart = 'document' | 'event' | 'purchase' | 'inclusion' | 'key' | 'signature';

export interface CheckedPart {
  readonly part: ProofPart;
  readonly ok: boolean;
  readonly says: string;
}

export interface CheckedProof {
  readonly valid: boolean;
  readonly parts: readonly CheckedPart[];
  readonly receipt?: {
    readonly reference: string;
    readonly service: string;
    readonly priceKobo: string;
    readonly boughtAt: string;
    readonly outcome: string;
    readonly sealedAt: string;
    readonly sealedEvents: number;
  };
}

interface Opened {
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isText = (value: unknown, max = 1_000_000): value is string =>
  typeof value === 'string' && value.length <= max;
const isHash = (value: unknown, bytes = 32): value is string =>
  isText(value, 2 * bytes) && bytesOfHex(value)?.length === bytes;
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const EVENTS_MAX = 20;
const PATH_MAX = 60;

/** Reads a receipt proof without verifying it. Returns `undefined` for other documents. */
export function readReceiptProof(value: unknown): ReceiptProof | undefined {
  if (!isRecord(value) || value['version'] !== 1 || !isHash(value['publicKey'])) return undefined;
  const { seal, events } = value;
  if (!isRecord(seal) || !Array.isArray(events) || events.length === 0 || events.length > EVENTS_MAX)
    return undefined;
  const hashes = [seal['ledgerId'], seal['rootHash'], seal['keyId']];
  const sealed =
    hashes.every((hash) => isHash(hash)) &&
    isPlace(seal['treeSize']) &&
    isText(seal['at'], 40) &&
    isHash(seal['signature'], 64);
  const proven = (events as unknown[]).every(
    (event) =>
      isRecord(event) &&
      isPlace(event['position']) &&
      isText(event['text']) &&
      isHash(event['hash']) &&
      Array.isArray(event['path']) &&
      event['path'].length <= PATH_MAX &&
      event['path'].every((hash) => isHash(hash)),
  );
  return sealed && proven ? (value as unknown as ReceiptProof) : undefined;
}

const bytes = (hex: string): Uint8Array => bytesOfHex(hex) as Uint8Array;

/**
 * Checks every part of a proof. `trustedKey` is the public key that the operator has published.
 * Without `trustedKey`, the key in the proof itself is used. Such a check proves less, because
 * anyone can make a key.
 */
export async function checkReceiptProof(
  document: unknown,
  { sha256, verifyEd25519 }: ProofTools,
  trustedKey?: string,
): Promise<CheckedProof> {
  const proof = readReceiptProof(document);
  const parts: CheckedPart[] = [];
  const found = (part: ProofPart, ok: boolean, good: string, bad: string): void =>
    void parts.push({ part, ok, says: ok ? good : bad });
  if (!proof) {
    found('document', false, '', 'This is no proof of a receipt.');
    return { valid: false, parts };
  }
  const { seal, events, publicKey } = proof;
  const encoder = new TextEncoder();
  for (const { hash, text } of events)
    found(
      'event',
      hexOf(await sha256(encoder.encode(text))) === hash,
      'The event is what its hash says.',
      'The event was changed: its hash is another one.',
    );
  const opened = openedOf(events);
  if (opened !== undefined || events.length > 1)
    found(
      'purchase',
      opened !== undefined,
      'All events are of one purchase.',
      'The events are not those of one purchase.',
    );
  for (const { hash, position, path } of events)
    found(
      'inclusion',
      await verifyInclusion(
        {
          entry: bytes(hash),
          index: position - 1,
          treeSize: seal.treeSize,
          path: path.map(bytes),
          root: bytes(seal.rootHash),
        },
        sha256,
      ),
      `Event ${position} is in the sealed ledger.`,
      `Event ${position} is not in the ledger that was sealed.`,
    );
  const named = hexOf(await sha256(bytes(publicKey))) === seal.keyId;
  const trusted = trustedKey === undefined || trustedKey.trim().toLowerCase() === publicKey;
  found(
    'key',
    named && trusted,
    trustedKey === undefined
      ? 'The key came with the proof. Compare it with the one that the ledger publishes.'
      : 'The seal was made with the key you trust.',
    'The seal was made with another key than the one you trust.',
  );
  const signed = await verifyEd25519(
    bytes(publicKey),
    encoder.encode(sealText(seal)),
    bytes(seal.signature),
  ).catch(() => undefined);
  found(
    'signature',
    signed === true,
    'The seal is signed.',
    signed === undefined
      ? 'This browser cannot check Ed25519 signatures. Use a newer one.'
      : 'The signature is not that of the seal.',
  );
  const receipt = opened && receiptOf(opened, seal);
  return { valid: parts.every(({ ok }) => ok), parts, ...(receipt && { receipt }) };
}

function openedOf(events: readonly ProvenEvent[]): Opened[] | undefined {
  try {
    const opened = events.map(({ text }) => JSON.parse(text) as unknown);
    const whole = opened.filter(
      (event): event is Record<string, unknown> & Opened =>
        isRecord(event) && isText(event['type']) && isText(event['at']) && isRecord(event['data']),
    );
    const [first] = whole;
    const purchaseId = first?.data['purchaseId'];
    const one =
      whole.length === events.length &&
      first?.type === 'PurchaseAccepted' &&
      isText(purchaseId) &&
      whole.every(({ data }) => data['purchaseId'] === purchaseId);
    return one ? whole : undefined;
  } catch {
    return undefined;
  }
}

function receiptOf(opened: readonly Opened[], seal: SignedSeal): CheckedProof['receipt'] {
  const [accepted, last] = [opened[0] as Opened, opened.at(-1) as Opened];
  const word = (data: Opened['data'], name: string): string => {
    const value = ownEntry(data, name);
    return isText(value, 200) ? value : '';
  };
  return {
    reference: word(accepted.data, 'reference'),
    service: word(accepted.data, 'service'),
    priceKobo: word(last.data, 'price') || word(accepted.data, 'price'),
    boughtAt: accepted.at,
    outcome: last.type,
    sealedAt: seal.at,
    sealedEvents: seal.treeSize,
  };
}
