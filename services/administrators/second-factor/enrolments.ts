import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { openSealed, sealText } from '../../../infra/crypto/sealed-text.js';
import { randomBytes, randomUUID } from '../../../infra/host/chance.js';
import { plainDigits } from '../../contracts/fields/plain-text.js';
import { isYounger } from '../../contracts/stored-times.js';
import { newTotpSecret } from './totp.js';

export interface Enrolment {
  readonly enrolmentId: string;
  readonly userId: string;
  readonly secret: string;
  readonly seed: string;
  readonly replaces: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

const Stored: z.ZodType<Enrolment> = z.object({
  enrolmentId: z.string(),
  userId: z.string(),
  secret: z.string(),
  seed: z.string(),
  replaces: z.string(),
  expiresAt: z.number(),
});

const LIFETIME_MS = 15 * 60_000;
const RECOVERY_CODES = 10;
const CODE_BYTES = 8;
const SEED_BYTES = 32;
/** Crockford's Base32. It contains no characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Enrolments of second factors. The browser keeps the encrypted `Enrolment`. The ledger stores nothing until
 * the first correct code.
 */
@Injectable()
export class Enrolments {
  private readonly key: KeyObject;
  private readonly recoveryKey: Buffer;

  constructor(@Inject(SECRETS) { sessionKey, pinPepper }: Pick<Secrets, 'sessionKey' | 'pinPepper'>) {
    this.key = createSecretKey(createHmac('sha256', sessionKey).update('second factor enrolment').digest());
    this.recoveryKey = createHmac('sha256', pinPepper).update('recovery codes').digest();
  }

  begin(userId: string, replaces: string, now: Date): Enrolment {
    const seed = randomBytes(SEED_BYTES).toString('base64url');
    const expiresAt = now.getTime() + LIFETIME_MS;
    return { enrolmentId: randomUUID(), userId, secret: newTotpSecret(), seed, replaces, expiresAt };
  }

  seal(enrolment: Enrolment): string {
    return sealText(this.key, JSON.stringify(enrolment));
  }

  open(sealed: string, now: Date): Enrolment | undefined {
    try {
      const enrolment = Stored.parse(JSON.parse(openSealed(this.key, sealed)));
      return isYounger(enrolment.expiresAt - LIFETIME_MS, now.getTime(), LIFETIME_MS) ? enrolment : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Returns ten codes of 60 bits, such as `abcd-efgh-jkmn`. The codes are too long to guess, so a fast hash
   * is enough.
   */
  recoveryCodes({ seed, enrolmentId }: Enrolment): readonly string[] {
    const bytes = Buffer.from(
      hkdfSync(
        'sha256',
        Buffer.from(seed, 'base64url'),
        enrolmentId,
        'recovery codes',
        RECOVERY_CODES * CODE_BYTES,
      ),
    );
    return Array.from({ length: RECOVERY_CODES }, (_, index) => {
      let bits = bytes.readBigUInt64BE(index * CODE_BYTES);
      let code = '';
      for (let digit = 0; digit < 12; digit += 1) {
        code += ALPHABET[Number(bits & 31n)];
        bits >>= 5n;
      }
      return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
    });
  }

  digestOf(userId: string, code: string): string {
    const plain = plainDigits(code).toLowerCase();
    return createHmac('sha256', this.recoveryKey).update(`${userId}:${plain}`).digest('hex');
  }
}
