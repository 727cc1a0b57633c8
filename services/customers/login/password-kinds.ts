const BCRYPT = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const LENGTH_MAX = 300;

export type PasswordKind =
  | { readonly algorithm: 'bcrypt'; readonly cost: number }
  | {
      readonly algorithm: 'argon2id' | 'argon2i' | 'argon2d';
      readonly memoryKib: number;
      readonly passes: number;
      readonly lanes: number;
    };

export function readKind(hash: string): PasswordKind | undefined {
  if (hash.length > LENGTH_MAX) return undefined;
  const [, cost] = BCRYPT.exec(hash) ?? [];
  if (cost !== undefined) return { algorithm: 'bcrypt', cost: Number(cost) };
  const [, algorithm, memory, passes, lanes] = ARGON2.exec(hash) ?? [];
  if (algorithm === undefined) return undefined;
  return {
    algorithm: algorithm as 'argon2id' | 'argon2i' | 'argon2d',
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
  };
}

/**
 * Returns the name of a kind of hash, such as `bcrypt 12` or `argon2id m=65536,t=4,p=1`. Checking
 * two hashes of the same kind takes the same work.
 */
export const nameOfKind = (kind: PasswordKind): string =>
  kind.algorithm === 'bcrypt'
    ? `bcrypt ${kind.cost}`
    : `${kind.algorithm} m=${kind.memoryKib},t=${kind.passes},p=${kind.lanes}`;

export function kindNamed(name: string): PasswordKind {
  const [algorithm, parameters = ''] = name.split(' ');
  if (algorithm === 'bcrypt') return { algorithm, cost: Number(parameters) };
  const [memoryKib = 0, passes = 0, lanes = 0] = parameters
    .split(',')
    .map((parameter) => Number(parameter.slice(2)));
  return { algorithm: algorithm as 'argon2id', memoryKib, passes, lanes };
}

export function kindNameOf(hash: string): string | undefined {
  const kind = readKind(hash);
  return kind && nameOfKind(kind);
}
