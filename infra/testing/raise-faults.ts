import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './product.js';

export type FaultKind = 'rejection' | 'exception';

export interface FaultRaiser {
  readonly environment: Environment;
  /** Raises one fault in the program or thread whose name ends with `where`. */
  raise(where: string, kind: FaultKind): void;
}

const PRELOADED = fileURLToPath(new URL('../../../infra/testing/raise-faults.cjs', import.meta.url));

/** Personal data in raised faults, which must not be logged. */
export const PERSONAL = /ada@example\.com|secret/;
/** Logged for each fault. */
export const MET = 'a fault that nobody handled';

export function faultRaiser(folder: string, name = 'faults'): FaultRaiser {
  const file = join(folder, name);
  return {
    environment: { NODE_OPTIONS: `--require ${PRELOADED}`, RAISE_FAULTS: file },
    raise: (where, kind) => writeFileSync(file, `${where} ${kind}\n`),
  };
}
