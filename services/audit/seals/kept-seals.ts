import { existsSync, readFileSync } from 'node:fs';
import { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { publishTargetOf } from './publish/publish-target.js';

/**
 * Reads the seals from the file that `SEAL_PUBLISH` names. Returns undefined when `SEAL_PUBLISH`
 * does not name an existing file with seals.
 */
export function publishedSeals(setting: string | undefined): SignedSeal[] | undefined {
  const target = setting === undefined ? undefined : publishTargetOf(setting);
  if (target?.kind !== 'file' || !existsSync(target.path)) return undefined;
  // Drop the text after the last newline, because a crash may have left a seal incomplete.
  const text = readFileSync(target.path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.trim() === '' ? undefined : sealsIn(whole, target.path);
}

/**
 * Reads seals that someone kept outside the ledger. Sorts the seals by `treeSize`, smallest first.
 * @throws Error with a one-line message that names the file and the line
 */
export function readKeptSeals(file: string): SignedSeal[] {
  const seals = sealsIn(readFileSync(file, 'utf8'), file);
  if (seals.length === 0) throw new Error(`${file} holds no seal`);
  return seals;
}

const sealsIn = (text: string, file: string): SignedSeal[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [sealIn(line, `${file} line ${index + 1}`)]))
    .sort((left, right) => left.treeSize - right.treeSize);

function sealIn(line: string, where: string): SignedSeal {
  try {
    return SignedSeal.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`${where} is no seal`, { cause });
  }
}
