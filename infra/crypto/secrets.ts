import { existsSync, mkdirSync, readFileSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '../host/chance.js';
import type { Secrets } from './key-vault.js';

const FILES = {
  pinPepper: 'pin-pepper',
  sessionKey: 'session-key',
  emailKey: 'email-key',
  sealKey: 'seal-key',
} as const satisfies Record<keyof Secrets, string>;

export const SEAL_KEY_FILE = FILES.sealKey;

export const SECRET_FILES: readonly string[] = Object.values(FILES);

const MASTER_FILE = 'master-key';
/**
 * File of the private key that identifies the installation to push services. Losing this key ends the push
 * subscriptions of all browsers.
 */
const PUSH_FILE = 'push-key';
const KEY_BYTES = 32;

export interface LoadSecrets {
  readonly dir: string;
  /** True in production. A missing key then fails the start, because the key was probably lost. */
  readonly production: boolean;
}

/**
 * Loads the installation's keys. Outside of production, the first start creates these keys.
 * @throws Error with a one-line message
 */
export function loadSecrets({ dir, production }: LoadSecrets): Secrets {
  const missing = Object.values(FILES).filter((file) => !existsSync(join(dir, file)));
  const none = missing.length === Object.keys(FILES).length;
  if (none && !production) makeFiles(dir, missing);
  else if (missing.length > 0) {
    const fresh = none ? ', or, for a ledger without data, run npm run ledger -- make-secrets' : '';
    throw new Error(
      `SECRETS_DIR ${dir} has no ${missing.join(', ')}: restore the folder from its backup${fresh}`,
    );
  }
  if (existsSync(join(dir, PUSH_FILE))) readKey(dir, PUSH_FILE);
  return {
    pinPepper: readKey(dir, FILES.pinPepper),
    sessionKey: readKey(dir, FILES.sessionKey),
    emailKey: readKey(dir, FILES.emailKey),
    sealKey: readKey(dir, FILES.sealKey),
  };
}

/**
 * Loads the key that encrypts people's keys in a shared database.
 * @throws Error with a one-line message
 */
export function loadMasterKey(dir: string): Buffer {
  if (existsSync(join(dir, MASTER_FILE))) return readKey(dir, MASTER_FILE);
  throw new Error(
    `MASTER_KEY is not set and SECRETS_DIR ${dir} has no ${MASTER_FILE}: set it, or, for a cluster without data, run npm run ledger -- make-secrets`,
  );
}

/**
 * Private key of 32 bytes for push services. In production, push is disabled until `ledger -- make-secrets`
 * creates the key.
 */
export function loadPushSecret({ dir, production }: LoadSecrets): Buffer | undefined {
  if (!existsSync(join(dir, PUSH_FILE))) {
    if (production) return undefined;
    makeFiles(dir, [PUSH_FILE]);
  }
  return readKey(dir, PUSH_FILE);
}

/**
 * Creates the keys of a cluster.
 * @returns names of the created files
 * @throws when some files of `FILES` exist and others do not
 */
export function makeClusterSecrets(dir: string): readonly string[] {
  const missing = Object.values(FILES).filter((file) => !existsSync(join(dir, file)));
  if (missing.length > 0 && missing.length < Object.keys(FILES).length)
    loadSecrets({ dir, production: true });
  const made = [...missing, ...[MASTER_FILE, PUSH_FILE].filter((file) => !existsSync(join(dir, file)))];
  makeFiles(dir, made);
  return made;
}

function makeFiles(dir: string, files: readonly string[]): void {
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (files.length > 0) chmodSync(dir, 0o700);
  for (const file of files)
    writeFileSync(join(dir, file), `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
}

export function readKey(dir: string, file: string): Buffer {
  const path = join(dir, file);
  return keyIn(secretText(path), path);
}

export function secretText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

export function keyIn(text: string, place: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  throw new Error(`${place} must hold 64 hexadecimal digits: restore it from its backup`);
}

/**
 * Copies the secret keys of another ledger. With the same keys, both ledgers recognise the same PINs, emails
 * and sessions.
 * @returns names of the copied files
 * @throws when `to` has other keys
 */
export function shareSecrets(from: string, to: string): readonly string[] {
  const copied: string[] = [];
  for (const file of [...SECRET_FILES, PUSH_FILE]) {
    const [source, target] = [join(from, file), join(to, file)];
    if (!existsSync(source) && file === PUSH_FILE) continue;
    if (!existsSync(source)) throw new Error(`${from} has no ${file}: name the folder of the ledger's keys`);
    const key = readFileSync(source);
    if (!existsSync(target)) {
      mkdirSync(to, { recursive: true, mode: 0o700 });
      writeFileSync(target, key, { mode: 0o600, flag: 'wx', flush: true });
      copied.push(file);
    } else if (readFileSync(target, 'utf8').trim() !== key.toString('utf8').trim())
      throw new Error(
        `SECRETS_DIR ${to} has another ${file} than the ledger in ${from}: use an empty folder, or that of the ledger`,
      );
  }
  return copied;
}
