import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nowMs } from '../host/clock.js';
import { damageOf } from './check-file.js';

export type OnDamage = (message: string) => void;

/** Error for a damaged file whose content is stored nowhere else. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

const ASIDE = '.damaged-';

/** Deletes a damaged file when its content can be computed again. LMDB then begins an empty file. */
export function removeDamaged(path: string, lost: string, onDamage: OnDamage): void {
  const damage = damageOf(path, 'all');
  if (damage === undefined) return;
  removeFile(path);
  onDamage(`${path} was damaged (${damage}) and was made again: ${lost}`);
}

/** Renames a damaged file. LMDB then begins an empty file. */
export function putDamagedAside(path: string, lost: string, onDamage: OnDamage): void {
  const damage = damageOf(path, 'all');
  if (damage === undefined) return;
  const aside = `${path}${ASIDE}${nowMs()}`;
  renameSync(path, aside);
  removeFile(path);
  onDamage(`${path} was damaged (${damage}), was put aside as ${aside} and was made again: ${lost}`);
}

/** Deletes the files that `putDamagedAside` has renamed before the Unix time `before` (ms). */
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
