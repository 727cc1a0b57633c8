import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_FILES } from './secrets.js';

/**
 * Gives an installation the keys of the ledger it takes over: without them no PIN, email or session of that ledger is
 * recognised. @returns the files that were copied. @throws when it has others already
 */
export function shareSecrets(from: string, to: string): readonly string[] {
  const copied: string[] = [];
  for (const file of SECRET_FILES) {
    const [source, target] = [join(from, file), join(to, file)];
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
