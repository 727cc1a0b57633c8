import { compareSync, hashSync } from 'bcryptjs';

export interface BcryptWork {
  readonly password: string;
  readonly against: string | { readonly cost: number };
}

/**
 * Checks or makes a bcrypt hash. This file runs in a thread of its own, because one check takes a
 * quarter of a second.
 */
export default function work({ password, against }: BcryptWork): boolean | string {
  return typeof against === 'string' ? compareSync(password, against) : hashSync(password, against.cost);
}
