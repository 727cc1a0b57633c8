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

/**
 * Name of the ledger's folder in a backup. `DATA_DIR` has a folder of the same name, so a backup can be
 * verified where it is.
 */
export const BACKED_UP_LEDGER = 'events';

const KeyPrints = z.object({
  sealKeyId: z.string(),
  /**
   * SHA-256 of each key that never changes. `pinPepper` is for PINs. `emailKey` is for emails and for codes
   * that are sent by mail.
   */
  pinPepper: z.string(),
  emailKey: z.string(),
});
type KeyPrints = z.output<typeof KeyPrints>;

/** Manifest of a backup. `writeManifest` writes this file last. A backup without it is incomplete. */
export const BackupManifest = z.object({
  format: z.literal(1),
  events: z.number().int().nonnegative(),
  /** Root of the Merkle tree over all event hashes. `ledgerRoot` computes it. */
  root: z.string(),
  /** Time when the backup began, ISO 8601. */
  at: z.string(),
  keys: KeyPrints.optional(),
  /** Checkpoint of each process that follows the log, by name, at the time of the backup. */
  checkpoints: z.record(z.string(), z.unknown()),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const writeManifest = (folder: string, manifest: BackupManifest): void =>
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });

/** @throws Error with a message of one line when the manifest is missing or invalid */
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

export function keyPrintsOf(secretsDir: string): KeyPrints | undefined {
  if (!SECRET_FILES.every((file) => existsSync(join(secretsDir, file)))) return undefined;
  const { pinPepper, emailKey } = loadSecrets({ dir: secretsDir, production: true });
  const [signs] = installedSealKeys(secretsDir);
  return signs && { sealKeyId: signs.keyId, pinPepper: printOf(pinPepper), emailKey: printOf(emailKey) };
}

/**
 * Checks that `secretsDir` contains the keys of the ledger in the backup.
 * @throws Error with a message of one line when keys are missing or belong to another ledger
 */
export function requireKeysOf({ keys }: BackupManifest, secretsDir: string): void {
  const { pinPepper, emailKey } = loadSecrets({ dir: secretsDir, production: true });
  if (!existsSync(join(secretsDir, 'vault', 'keys.mdb')))
    throw new Error(`SECRETS_DIR ${secretsDir} has no vault/keys.mdb: restore the folder from its backup`);
  if (!keys) return;
  // `installedSealKeys` includes keys that are no longer used. The signing key may have been replaced since
  // the backup.
  const signed = installedSealKeys(secretsDir).some(({ keyId }) => keyId === keys.sealKeyId);
  const same = keys.pinPepper === printOf(pinPepper) && keys.emailKey === printOf(emailKey);
  if (!signed || !same)
    throw new Error(
      `SECRETS_DIR ${secretsDir} has the keys of another ledger than the backup: restore the folder that was kept with it`,
    );
}
const PAGE = 1024;

/**
 * Merkle root (hex) of the stored event hashes, as in `LedgerSealed`. Two ledgers with the same root and the
 * same length contain the same events.
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
