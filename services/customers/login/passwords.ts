import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** argon2id in the library's enumeration, which exists for the compiler only. */
const ARGON2ID = 2;
/** OWASP's first choice: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords as argon2id hashes. */
@Injectable()
export class Passwords {
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return hash(password, PARAMETERS);
  }

  /** Without a hash (nobody has that email) it takes as long and says no. */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.decoy ??= this.hash('nobody has this password');
    const right = await verify(passwordHash ?? (await this.decoy), password);
    return right && passwordHash !== undefined;
  }
}
