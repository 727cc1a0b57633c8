import type { ReadStoreWriter, View } from '../view.js';
import { databaseExists, isDamage, removeDatabase } from './database.js';
import { openSqliteWriter } from './sqlite-writer.js';

/** Read models in a folder: a file that is removed or damaged is made anew. */
export function sqliteReadModels(where: { readonly dir: string; readonly views: readonly View[] }) {
  const { dir } = where;
  return {
    openWriter: (): ReadStoreWriter => openSqliteWriter(where),
    vanished: (): boolean => !databaseExists(dir),
    repair: (fault: unknown): void => {
      if (isDamage(fault)) removeDatabase(dir);
    },
  };
}
