import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { breathe } from '../../infra/host/timers.js';
import type { Config } from '../runtime/config.js';
import { checkReceiptProof, type ReceiptProof } from '../contracts/proofs/receipt-proof.js';
import { type ConsistencyProof, Proofs } from '../audit/proofs/proofs.js';
import { SEALS_STREAM, sealEvent, signedSealOf } from '../audit/seals/seal.events.js';
import { installedSealKeys, isSignedBy, publicKeyPem, rotateSealKey } from '../audit/seals/seal-key.js';
import { progressBar } from './long-work.js';
import { type LedgerReader, reading } from './reading-commands.js';

type Print = (line: string) => void;

export interface ProveOptions {
  readonly event?: string;
  readonly purchase?: string;
  readonly consistency?: readonly string[];
  readonly json?: boolean;
}

export interface VerifyProofOptions {
  /** Public key (hexadecimal) that must verify the seal of the proof. */
  readonly key?: string;
  readonly json?: boolean;
}

const PAGE = 1_000;

export async function prove(config: Config, options: ProveOptions, print: Print): Promise<void> {
  const proof = await reading(config, (store) =>
    proofOf(new Proofs(store, () => installedSealKeys(config.secretsDir)), store, options),
  );
  for (const line of options.json ? [JSON.stringify(proof)] : linesOf(proof)) print(line);
}

/** Checks a proof. Returns the exit code: 0 when the proof is valid, otherwise 1. */
export async function verifyProof(
  file: string,
  { key, json = false }: VerifyProofOptions,
  print: Print,
): Promise<0 | 1> {
  const checked = await checkReceiptProof(
    proofIn(JSON.parse(readFileSync(file, 'utf8'))),
    {
      sha256: (data) => createHash('sha256').update(data).digest(),
      verifyEd25519: async (publicKey, text, signature) => isSignedBy(publicKey, text, signature),
    },
    key,
  );
  if (json) print(JSON.stringify(checked));
  else for (const { ok, says } of checked.parts) print(`${ok ? 'holds ' : 'WRONG '} ${says}`);
  return checked.valid ? 0 : 1;
}

const proofIn = (file: unknown): unknown => (file as { proof?: unknown } | null)?.proof ?? file;

export const printSeals = (config: Config, after: number, print: Print): Promise<void> =>
  reading(config, async (store) => {
    for (let from = 0; ;) {
      const page = await store.readStream(SEALS_STREAM, { from, limit: PAGE });
      for (const event of page) {
        const seal = sealEvent(event);
        if (seal && seal.data.treeSize > after) print(JSON.stringify(signedSealOf(seal)));
      }
      if (page.length < PAGE) return;
      from += page.length;
    }
  });

async function proofOf(
  proofs: Proofs,
  store: LedgerReader,
  { event, purchase, consistency }: ProveOptions,
): Promise<ReceiptProof | ConsistencyProof> {
  if ([event, purchase, consistency].filter((asked) => asked !== undefined).length !== 1)
    throw new Error('say one of --event, --purchase and --consistency');
  if (consistency) {
    const [first, second, ...more] = consistency.map(Number);
    const sizes = Number.isInteger(first) && Number.isInteger(second) && more.length === 0;
    if (!sizes || first! < 1 || first! > second! || second! > (await store.lastPosition()))
      throw new Error('--consistency: two numbers of events, the smaller first, that the ledger has');
    return proofs.consistency(first!, second!);
  }
  const proof =
    purchase === undefined
      ? await proofs.ofEvents([await positionIn(store, event!)])
      : await proofs.ofPurchase(await buyerOf(proofs, purchase), purchase);
  if (!proof) throw new Error('no seal covers it yet: try again in a moment, while the server runs');
  return proof;
}

async function buyerOf(proofs: Proofs, purchaseId: string): Promise<string> {
  const userId = await proofs.buyerOf(purchaseId);
  if (userId === undefined) throw new Error(`the ledger has no purchase ${purchaseId}`);
  return userId;
}

async function positionIn(store: LedgerReader, event: string): Promise<number> {
  const end = await store.lastPosition();
  const position = /^\d{1,15}$/.test(event) ? Number(event) : undefined;
  if (position !== undefined && position >= 1 && position <= end) return position;
  const progress = progressBar('events');
  for (let after = 0; position === undefined && after < end; after += PAGE) {
    const page = await store.readAll(after, PAGE);
    progress(after, end);
    const found = page.find(({ id }) => id === event);
    if (found) return found.position;
    await breathe();
  }
  throw new Error(`the ledger has no event ${event}`);
}

function linesOf(proof: ReceiptProof | ConsistencyProof): string[] {
  if ('first' in proof)
    return [
      `the ledger of ${proof.second.treeSize} events (root ${proof.second.rootHash})`,
      `begins with that of ${proof.first.treeSize} events (root ${proof.first.rootHash})`,
      `proven by ${proof.path.length} hashes: --json prints them`,
    ];
  const { events, seal, publicKey } = proof;
  return [
    ...events.map(
      ({ position, hash, path }) => `event ${position}, hash ${hash}: in the tree by ${path.length} hashes`,
    ),
    `sealed at ${seal.at}: ${seal.treeSize} events, root ${seal.rootHash}`,
    `signed ${seal.signature} by the key ${publicKey}`,
    '--json prints the proof',
  ];
}

/** @param dir `SECRETS_DIR` */
export function printKeys(
  dir: string,
  { rotate = false, json = false }: { readonly rotate?: boolean; readonly json?: boolean },
  print: Print,
): void {
  if (rotate) rotateSealKey(dir);
  const keys = installedSealKeys(dir);
  if (keys.length === 0) throw new Error(`SECRETS_DIR ${dir} has no seal-key: start the server once`);
  const told = keys.map((key) => ({ ...key, pem: publicKeyPem(key) }));
  if (json) return print(JSON.stringify(told));
  for (const { keyId, publicKey, pem } of told)
    print(`key id      ${keyId}\npublic key  ${publicKey}\n${pem}`);
}
