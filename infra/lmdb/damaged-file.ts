import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nowMs } from '../host/clock.js';
import { damageOf } from './check-file.js';

export type OnDamage = (message: string) => void;

/** A file is damaged and its content cannot be recomputed. The message is one line that says what to do. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

/** Stands in the name of a renamed file, before the time of renaming. */
const ASIDE = '.damaged-';

/**
 * Deletes a damaged file, so that LMDB begins an empty one. Only for files whose content can be recomputed.
 */
export function removeDamaged(path: string, lost: string, onDamage: OnDamage): void {
  const damage = damageOf(path, 'all');
  if (damage === undefined) return;
  removeFile(path);
  onDamage(`${path} was damaged (${damage}) and was made again: ${lost}`);
}

/** Renames a damaged file, so that LMDB begins an empty one. */
export function putDamagedAside(path: string, lost: string, onDamage: OnDamage): void {
  const damage = damageOf(path, 'all');
  if (damage === undefined) return;
  const aside = `${path}${ASIDE}${nowMs()}`;
  renameSync(path, aside);
  removeFile(path);
  onDamage(`${path} was damaged (${damage}), was put aside as ${aside} and was made again: ${lost}`);
}

/** Deletes files that `putDamagedAside` renamed before the Unix time `before` in ms. */
export function removeAside(path: string, before: number): void {
  const begin = basename(path) + ASIDE;
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(begin) && Number(name.slice(begin.length)) < before)
      rmSync(join(dirname(path), name));
}

function removeFile(path: string): void {
  rmSync(path, { force: true });
  rmSync(`${path}-lock`, { force: true });
}
