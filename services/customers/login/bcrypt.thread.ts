import { compareSync, hashSync } from 'bcryptjs';

/** `against` is a hash to compare with, or the cost of a new hash. */
export interface BcryptWork {
  readonly password: string;
  readonly against: string | { readonly cost: number };
}

/** Runs in its own thread, because one bcrypt check takes a quarter of a second. */
export default function work({ password, against }: BcryptWork): boolean | string {
  return typeof against === 'string' ? compareSync(password, against) : hashSync(password, against.cost);
}
