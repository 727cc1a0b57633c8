import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { copyLmdbLedger, openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { VERSION } from '../../../infra/process/version.js';
import { ledgerIdOf, requireOwnLog } from '../../../infra/ledger-id/ledger-id.js';
import { now } from '../../../infra/host/clock.js';
import { checkpointsOnDisk, openLmdbSnapshots } from '../../../infra/snapshots/open-lmdb-snapshots.js';
import {
  BACKED_UP_LEDGER,
  type BackupManifest,
  keyPrintsOf,
  readManifest,
  requireKeysOf,
  writeManifest,
  ledgerRoot,
} from '../../audit/backup/backup-manifest.js';
import { type LastBackup, noteBackup } from '../../audit/backup/last-backup.js';
import { installedKeyring } from '../../audit/seals/seal-key.js';
import { type VerifyReport, verifyLedger } from '../../audit/verify-ledger.js';
import { oldestVersion } from '../../runtime/stores/oldest-version.js';
import { holdSending } from '../../catalog/routing/hold-sending.js';
import { type Config, foldersOf } from '../../runtime/config.js';
import { lockUnserved } from '../control-socket.js';
import { ledgerIdPlaces } from '../../runtime/stores/own-log.js';
import { cancellableStore, interruptible, progressBar } from '../long-work.js';
import { copySecrets, peopleWithoutKey } from './backup-keys.js';

type Print = (line: string) => void;

const LEDGER_FILE = 'events.mdb';

export interface BackupOptions {
  readonly to: string;
  readonly keysTo?: string;
  readonly json?: boolean;
}

export interface RestoreOptions {
  readonly from: string;
  /** True to restore a backup in spite of its faults. */
  readonly faulty?: boolean;
  readonly json?: boolean;
}

/**
 * A server may run during the backup. The keys in `SECRETS_DIR` are copied only with `keysTo`. Read models,
 * sessions and pending webhooks are not copied, because they can be made again. Exits with 1 when the copy
 * has faults.
 */
export async function backup(
  config: Config,
  { to, keysTo, json }: BackupOptions,
  print: Print,
): Promise<void> {
  refuseCluster(config, 'backup');
  const target = resolve(to);
  const keysTarget = keysTo === undefined ? undefined : resolve(keysTo);
  for (const folder of [target, ...(keysTarget === undefined ? [] : [keysTarget])])
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  if (keysTarget !== undefined && !relative(target, keysTarget).startsWith('..'))
    throw new Error('--keys-to: must lie outside --to: whoever has both can read everything');
  const folders = foldersOf(config);
  const at = now().toISOString();
  // Read the checkpoints before copying the events, so that no checkpoint lies beyond the last
  // copied event.
  const checkpoints = await checkpointsOnDisk(folders.snapshots);
  const copy = join(target, BACKED_UP_LEDGER);
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  try {
    const { events, root, verified } = await interruptible(async (signal) => {
      await copyLmdbLedger(folders.events, copy);
      return proved(config, copy, signal);
    });
    if (keysTarget !== undefined) await copySecrets(config.secretsDir, keysTarget);
    const keys = keyPrintsOf(config.secretsDir);
    writeManifest(target, { format: 1, events, root, at, ...(keys && { keys }), checkpoints });
    if (json) print(JSON.stringify({ events, root, at, to: target, ok: verified.ok }));
    else {
      print(`${events} events are in ${target}, with the root ${root}`);
      print(
        keysTarget === undefined
          ? 'the keys are not: a copy of them from before it cannot read who registered since; --keys-to makes one'
          : `the keys are in ${keysTarget}: keep them apart from it`,
      );
    }
    if (verified.ok) return noteMade(config, { at, events, to: target });
    process.stderr.write(`${faultIn(verified)}; it is backed up as it is\n`);
    process.exitCode = 1;
  } catch (error) {
    for (const half of [copy, ...(keysTarget === undefined ? [] : [keysTarget])])
      rmSync(half, { recursive: true, force: true });
    throw error;
  }
}

/** Never throws, because the backup is complete even without this record. */
function noteMade({ dataDir }: Config, made: LastBackup): void {
  try {
    noteBackup(dataDir, made);
  } catch (error) {
    process.stderr.write(`\`ledger doctor\` will not know of it: ${(error as Error).message}\n`);
  }
}

/**
 * Verifies a backup and restores it. An error leaves no restored events behind.
 * @throws Error with a one-line message
 */
export async function restore(
  config: Config,
  { from, faulty = false, json }: RestoreOptions,
  print: Print,
): Promise<void> {
  refuseCluster(config, 'restore');
  const source = resolve(from);
  const lock = await lockUnserved(config.dataDir);
  try {
    requireEmpty(config);
    const manifest = readManifest(source);
    requireKeysOf(manifest, config.secretsDir);
    const { verified, withoutKey } = await interruptible((signal) =>
      takeOver(config, source, manifest, { faulty, signal }),
    );
    const { events, root } = manifest;
    if (json)
      print(JSON.stringify({ events, root, at: manifest.at, from: source, ok: verified.ok, withoutKey }));
    else {
      print(`${events} events are restored, with the root ${root}`);
      print(
        'sending is held: nothing is sold or sent until an administrator has compared the statements of the vendors and releases it',
      );
    }
    if (withoutKey > 0)
      process.stderr.write(
        `${withoutKey} people have no key in ${config.secretsDir}: they registered after it was copied, or were forgotten since; nobody can read who they are, and they cannot sign in\n`,
      );
    if (verified.ok) return;
    process.stderr.write(`${faultIn(verified)}\n`);
    process.exitCode = 1;
  } finally {
    lock.release();
  }
}

/**
 * Restores into a folder whose name ends in `.unfinished`, and renames the folder after
 * verification. No server can therefore start on half a ledger.
 */
async function takeOver(
  config: Config,
  source: string,
  manifest: BackupManifest,
  { faulty, signal }: { readonly faulty: boolean; readonly signal: AbortSignal },
): Promise<{ readonly verified: VerifyReport; readonly withoutKey: number }> {
  const folders = foldersOf(config);
  const unfinished = join(dirname(folders.events), `${basename(folders.events)}.unfinished`);
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    copySurely(join(source, BACKED_UP_LEDGER, LEDGER_FILE), join(unfinished, LEDGER_FILE));
    const { events, root, ledgerId, verified } = await proved(config, unfinished, signal);
    if (events !== manifest.events || root !== manifest.root)
      throw new Error(
        `the backup ${source} is not what was backed up: it holds ${events} events with the root ${root}`,
      );
    await requireOwnLog({ log: source, ledgerId, places: ledgerIdPlaces(config), whenEmpty: 'accept' });
    if (!verified.ok && !faulty)
      throw new Error(
        `the backup ${source} has faults: ${faultIn(verified)}. --faulty restores it all the same`,
      );
    // Open the restored ledger for writing, because opening it only for reading would not check for missing
    // events.
    const restored = await openLmdbEventStore({ dir: unfinished });
    let withoutKey: number;
    try {
      restored.beforeAppend = await oldestVersion(restored, VERSION);
      withoutKey = await peopleWithoutKey(cancellableStore(restored, signal), folders.keys);
      // Stop all orders before the folder gets its final name. Otherwise a server could send orders a second
      // time.
      await holdSending(restored, `Restored from a backup of ${manifest.at}`, {
        ...systemContext(),
        actor: { kind: 'admin', id: 'command-line' },
      });
    } finally {
      await restored.close();
    }
    const snapshots = openLmdbSnapshots({ dir: folders.snapshots });
    for (const [key, value] of Object.entries(manifest.checkpoints)) await snapshots.save(key, value);
    await snapshots.close();
    signal.throwIfAborted();
    renameSync(unfinished, folders.events);
    return { verified, withoutKey };
  } catch (error) {
    rmSync(folders.snapshots, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Copies a file and waits until the copy is on disk.
 * @throws Error with a one-line message
 */
function copySurely(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`the backup is not whole: it has no ${from}`);
  copyFileSync(from, to);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const refuseCluster = ({ cluster }: Config, what: string): void => {
  if (cluster)
    throw new Error(
      `${what} is for a standalone ledger: docs/operating/backup.md says how a cluster does it`,
    );
};

const OWN: ReadonlySet<string> = new Set(['server.pid', 'writer.lock', 'writer.lock-journal']);

function requireEmpty({ dataDir, secretsDir }: Config): void {
  const left = readdirSync(dataDir).filter((name) => !OWN.has(name) && join(dataDir, name) !== secretsDir);
  if (left.length > 0) throw new Error(`${dataDir} is not empty: it has ${left.slice(0, 5).join(', ')}`);
}

const faultIn = ({ problemCount, problems: [first] }: VerifyReport): string =>
  `the ledger has ${problemCount} problems, the first at position ${first?.position}: ${first?.detail}`;

interface Proved {
  readonly events: number;
  readonly root: string;
  readonly ledgerId: string | undefined;
  readonly verified: VerifyReport;
}

async function proved(
  { secretsDir, VENDOR_REVIEW_AFTER }: Config,
  dir: string,
  signal: AbortSignal,
): Promise<Proved> {
  try {
    const copied = await openLmdbEventStore({ dir, readOnly: true });
    const eventStore = cancellableStore(copied, signal);
    try {
      const verified = await verifyLedger({
        eventStore,
        patience: { reviewedWithinMs: VENDOR_REVIEW_AFTER },
        seals: { keyring: installedKeyring(secretsDir) },
        onProgress: progressBar('events'),
      });
      return {
        ...(await ledgerRoot(eventStore)),
        ledgerId: await ledgerIdOf(eventStore),
        verified,
      };
    } finally {
      await copied.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`the copy in ${dir} is damaged: ${(error as Error).message}`, { cause: error });
  }
}
