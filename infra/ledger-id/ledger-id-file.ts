import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type LedgerIdPlace, LedgerRefused } from './ledger-id.js';

const FILE = 'ledger-id';

export interface LedgerIdFile {
  readonly name: string;
  readonly dir: string;
  readonly data?: string;
  readonly keys?: string;
}

export function ledgerIdFile({ name: store, dir, data, keys }: LedgerIdFile): LedgerIdPlace {
  const name = `${store} ${dir}`;
  const path = join(dir, FILE);
  const unfinished = `${path}.unfinished`;
  return {
    name,
    read() {
      return Promise.resolve(existsSync(path) ? readId(path) : undefined);
    },
    tryWriting() {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(unfinished, '', { mode: 0o600, flush: true });
      rmSync(unfinished);
      return Promise.resolve();
    },
    write(ledgerId) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      // Write a temporary file and rename it, so that a crash leaves no incomplete file.
      writeFileSync(unfinished, `${ledgerId}\n`, { mode: 0o600, flush: true });
      renameSync(unfinished, path);
      syncFolder(dir);
      return Promise.resolve();
    },
    holdsData() {
      return Promise.resolve([data, keys].flatMap(filesIn).some((file) => !file.startsWith(FILE)));
    },
    ...(keys !== undefined && { lacksKeys: () => Promise.resolve(filesIn(keys).length === 0) }),
  };
}

const filesIn = (dir: string | undefined): readonly string[] =>
  dir !== undefined && existsSync(dir) ? readdirSync(dir) : [];

function readId(path: string): string {
  const text = readFileSync(path, 'utf8').trim();
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new LedgerRefused(
    `${path} must hold 64 hexadecimal digits: restore it, or delete it if its folder belongs to the log`,
  );
}

function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dir, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
