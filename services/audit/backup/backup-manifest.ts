import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { loadSecrets, SECRET_FILES } from '../../../infra/crypto/secrets.js';
import { breathe } from '../../../infra/host/timers.js';
import { installedSealKeys } from '../seals/seal-key.js';
import { readHashes, type EventStore } from '../../../infra/event-store/event-store.js';
import { MerkleFrontier, entriesOf, HASH_BYTES, hexOf } from '../seals/merkle-tree.js';

const MANIFEST = 'backup.json';

/** Folder of the ledger in a backup: named as in a DATA_DIR, so that a backup can be verified where it is. */
export const BACKED_UP_LEDGER = 'events';

/** Which keys belong to a ledger, without telling them. */
const KeyPrints = z.object({
  /** Id of the key that signed seals then. */
  sealKeyId: z.string(),
  /** SHA-256 of those that never change: of PINs, and of emails and mailed codes. */
  pinPepper: z.string(),
  emailKey: z.string(),
});
type KeyPrints = z.output<typeof KeyPrints>;

/** What a backup says of itself, written when it is whole. */
export const BackupManifest = z.object({
  format: z.literal(1),
  events: z.number().int().nonnegative(),
  /** Root of the Merkle tree over the hashes of all events. */
  root: z.string(),
  /** When it was begun, ISO 8601. */
  at: z.string(),
  /** Absent where the keys were not at hand. */
  keys: KeyPrints.optional(),
  /** How far those who follow the log were at least. */
  checkpoints: z.record(z.string(), z.unknown()),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const writeManifest = (folder: string, manifest: BackupManifest): void =>
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });

/** @throws Error in one line when there is none that can be believed */
export function readManifest(folder: string): BackupManifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file))
    throw new Error(`${folder} is no backup, or one that was not finished: it has no ${MANIFEST}`);
  try {
    return BackupManifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} cannot be read: the backup is damaged, or of a newer version`, { cause });
  }
}

const printOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex');

/** Undefined where the keys are not at hand. */
export function keyPrintsOf(secretsDir: string): KeyPrints | undefined {
  if (!SECRET_FILES.every((file) => existsSync(join(secretsDir, file)))) return undefined;
  const { pinPepper, emailKey } = loadSecrets({ dir: secretsDir, production: true });
  const [signs] = installedSealKeys(secretsDir);
  return signs && { sealKeyId: signs.keyId, pinPepper: printOf(pinPepper), emailKey: printOf(emailKey) };
}

/**
 * Without its keys a ledger is of no use: nobody can sign in, and no name can be read.
 * @throws Error in one line when they are missing, or those of another ledger
 */
export function requireKeysOf({ keys }: BackupManifest, secretsDir: string): void {
  const { pinPepper, emailKey } = loadSecrets({ dir: secretsDir, production: true });
  if (!existsSync(join(secretsDir, 'vault', 'keys.mdb')))
    throw new Error(`SECRETS_DIR ${secretsDir} has no vault/keys.mdb: restore the folder from its backup`);
  if (!keys) return;
  // A key that signs seals may have been replaced since, and is then among the retired ones.
  const signed = installedSealKeys(secretsDir).some(({ keyId }) => keyId === keys.sealKeyId);
  const same = keys.pinPepper === printOf(pinPepper) && keys.emailKey === printOf(emailKey);
  if (!signed || !same)
    throw new Error(
      `SECRETS_DIR ${secretsDir} has the keys of another ledger than the backup: restore the folder that was kept with it`,
    );
}
const PAGE = 1024;

/**
 * Root (hex) of the Merkle tree over the hashes of all events, as a seal of them has it: two ledgers of one root and one number of
 * events hold the same events at the same places, and so have the same heads. The hashes are taken as they are stored.
 */
export async function ledgerRoot(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
): Promise<{ readonly events: number; readonly root: string }> {
  const tree = new MerkleFrontier();
  for (;;) {
    const { hashes } = await readHashes(store, tree.size, PAGE);
    for (const hash of entriesOf(hashes)) tree.add(hash);
    if (hashes.length < PAGE * HASH_BYTES) return { events: tree.size, root: hexOf(tree.root()) };
    await breathe();
  }
}
