import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from './key-vault.js';

const FILES = {
  pinPepper: 'pin-pepper',
  sessionKey: 'session-key',
  emailKey: 'email-key',
  sealKey: 'seal-key',
} as const satisfies Record<keyof Secrets, string>;

const KEY_BYTES = 32;

export interface LoadSecrets {
  readonly dir: string;
  /** In production nothing is made: keys that are missing are keys that were lost. */
  readonly production: boolean;
}

/** Reads the keys of the installation; outside production makes them at the first start. @throws in one line */
export function loadSecrets({ dir, production }: LoadSecrets): Secrets {
  const missing = Object.values(FILES).filter((file) => !existsSync(join(dir, file)));
  if (missing.length === Object.keys(FILES).length && !production) makeSecrets(dir);
  else if (missing.length > 0)
    throw new Error(
      `SECRETS_DIR ${dir} has no ${missing.join(', ')}: restore the folder from its backup, or, for a ledger without data, put 64 random hexadecimal digits (openssl rand -hex 32) into each`,
    );
  return {
    pinPepper: readKey(dir, FILES.pinPepper),
    sessionKey: readKey(dir, FILES.sessionKey),
    emailKey: readKey(dir, FILES.emailKey),
    sealKey: readKey(dir, FILES.sealKey),
  };
}

function makeSecrets(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  for (const file of Object.values(FILES))
    writeFileSync(join(dir, file), `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
}

function readKey(dir: string, file: string): Buffer {
  const path = join(dir, file);
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(`${path} must hold 64 hexadecimal digits: restore it from its backup`);
  return Buffer.from(text, 'hex');
}
