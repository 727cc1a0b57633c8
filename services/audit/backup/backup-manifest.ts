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

/** The folder name is the same in a backup and in `DATA_DIR`, so that a command can verify both. */
export const BACKED_UP_LEDGER = 'events';

const KeyPrints = z.object({
  sealKeyId: z.string(),
  /**
   * SHA-256 of `pinPepper` (for PINs) and of `emailKey` (for emails and for codes in mails). These keys never
   * change.
   */
  pinPepper: z.string(),
  emailKey: z.string(),
});
type KeyPrints = z.output<typeof KeyPrints>;

/** Written as the last file, so a backup without a manifest is incomplete. */
export const BackupManifest = z.object({
  format: z.literal(1),
  events: z.number().int().nonnegative(),
  /** Root of the Merkle tree over all event hashes. `ledgerRoot` computes it. */
  root: z.string(),
  /** Time (ISO 8601) at which the backup began. */
  at: z.string(),
  keys: KeyPrints.optional(),
  /**
   * Checkpoint of each follower of the log, by the name of the follower, at the time of the backup.
   */
  checkpoints: z.record(z.string(), z.unknown()),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const writeManifest = (folder: string, manifest: BackupManifest): void =>
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });

/** @throws Error with a one-line message when the manifest is missing or invalid */
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
 * Checks that `secretsDir` contains the keys of the backed-up ledger.
 * @throws Error with a one-line message when keys are missing or belong to another ledger
 */
export function requireKeysOf({ keys }: BackupManifest, secretsDir: string): void {
  const { pinPepper, emailKey } = loadSecrets({ dir: secretsDir, production: true });
  if (!existsSync(join(secretsDir, 'vault', 'keys.mdb')))
    throw new Error(`SECRETS_DIR ${secretsDir} has no vault/keys.mdb: restore the folder from its backup`);
  if (!keys) return;
  // A newer key may have replaced the key that signed the backup.
  const signed = installedSealKeys(secretsDir).some(({ keyId }) => keyId === keys.sealKeyId);
  const same = keys.pinPepper === printOf(pinPepper) && keys.emailKey === printOf(emailKey);
  if (!signed || !same)
    throw new Error(
      `SECRETS_DIR ${secretsDir} has the keys of another ledger than the backup: restore the folder that was kept with it`,
    );
}
const PAGE = 1024;

/** Hexadecimal. Two ledgers with the same root and the same number of events contain the same events. */
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
