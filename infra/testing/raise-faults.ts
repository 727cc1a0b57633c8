import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './product.js';

export type FaultKind = 'rejection' | 'exception';

/** Raises faults that nobody handles in programs started with `environment`. */
export interface FaultRaiser {
  readonly environment: Environment;
  /** In whatever program or thread has a name that ends so, once. */
  raise(where: string, kind: FaultKind): void;
}

const PRELOADED = fileURLToPath(new URL('../../../infra/testing/raise-faults.cjs', import.meta.url));

/** What it says of every fault, which is personal and must not be logged. */
export const PERSONAL = /ada@example\.com|secret/;
/** What a program logs when it meets one. */
export const MET = 'a fault that nobody handled';

/** `folder` is the test's own. */
export function faultRaiser(folder: string, name = 'faults'): FaultRaiser {
  const file = join(folder, name);
  return {
    environment: { NODE_OPTIONS: `--require ${PRELOADED}`, RAISE_FAULTS: file },
    raise: (where, kind) => writeFileSync(file, `${where} ${kind}\n`),
  };
}
