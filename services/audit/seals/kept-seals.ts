import { readFileSync } from 'node:fs';
import { SignedSeal } from '../../contracts/proofs/signed-seal.js';

/**
 * Seals that somebody kept outside the ledger: one JSON line each, as they are published; smallest first.
 * @throws Error in one line that names the file and the line
 */
export function readKeptSeals(file: string): SignedSeal[] {
  const seals = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [sealIn(line, `${file} line ${index + 1}`)]));
  if (seals.length === 0) throw new Error(`${file} holds no seal`);
  return seals.sort((left, right) => left.treeSize - right.treeSize);
}

function sealIn(line: string, where: string): SignedSeal {
  try {
    return SignedSeal.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`${where} is no seal`, { cause });
  }
}
