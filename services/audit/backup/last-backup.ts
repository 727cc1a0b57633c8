import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'last-backup.json';

const LastBackup = z.object({ at: z.iso.datetime(), events: z.number(), to: z.string() });
export type LastBackup = z.output<typeof LastBackup>;

/** `ledger doctor` reads the age of the last backup from this record. */
export const noteBackup = (dataDir: string, backup: LastBackup): void =>
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(backup)}\n`, { mode: 0o600 });

export function lastBackup(dataDir: string): LastBackup | undefined {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return undefined;
  try {
    return LastBackup.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
