import { compareSync, hashSync } from 'bcryptjs';

/** Compares with a hash, or makes a hash of a cost. */
export interface BcryptWork {
  readonly password: string;
  readonly against: string | { readonly cost: number };
}

/** Runs in a thread of its own, because a check takes a quarter of a second. */
export default function work({ password, against }: BcryptWork): boolean | string {
  return typeof against === 'string' ? compareSync(password, against) : hashSync(password, against.cost);
}
