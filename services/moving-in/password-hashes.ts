import { readKind } from '../customers/login/password-kinds.js';

/**
 * With a higher cost factor, a single login would occupy the processor for too long.
 */
const BCRYPT_COST_MAX = 12;
const ARGON2_MAX = { memoryKib: 131_072, passes: 8, lanes: 8 };

export function passwordHashFault(hash: string): string | undefined {
  if (hash === '') return 'Write the hash of the password.';
  const kind = readKind(hash);
  if (!kind) return 'Write a bcrypt or argon2 hash, such as $2y$10$… or $argon2id$…';
  if (kind.algorithm === 'bcrypt')
    return kind.cost > BCRYPT_COST_MAX ? `The hash costs too much: at most ${BCRYPT_COST_MAX}.` : undefined;
  const { memoryKib, passes, lanes } = ARGON2_MAX;
  return kind.memoryKib > memoryKib || kind.passes > passes || kind.lanes > lanes
    ? `The hash costs too much: at most m=${memoryKib}, t=${passes}, p=${lanes}.`
    : undefined;
}
