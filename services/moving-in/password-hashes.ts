/** Text of an argon2 hash as PHP and other languages store it. */
const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const LENGTH_MAX = 300;

/** Work that a login may cost: a hash with more would let one login use up memory or processor. */
const ARGON2_MAX = { memoryKib: 131_072, passes: 8, lanes: 8 };

/** Reason why a hash cannot be taken over, or `undefined`. */
export function passwordHashFault(hash: string): string | undefined {
  if (hash === '') return 'Write the hash of the password.';
  const [, memory, passes, lanes] = (hash.length <= LENGTH_MAX && ARGON2.exec(hash)) || [];
  if (memory === undefined)
    return 'Write an argon2 hash, which begins with $argon2id$, $argon2i$ or $argon2d$.';
  const { memoryKib, passes: passesMax, lanes: lanesMax } = ARGON2_MAX;
  return Number(memory) > memoryKib || Number(passes) > passesMax || Number(lanes) > lanesMax
    ? `The hash costs too much: at most m=${memoryKib}, t=${passesMax}, p=${lanesMax}.`
    : undefined;
}
