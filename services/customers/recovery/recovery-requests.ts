import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { normaliseEmail } from '../email-claims.js';
import { openSealed, sealText } from '../../../infra/crypto/sealed-text.js';

/**
 * Request to recover an account. `userId` and `codeId` are invented when no account has the email.
 */
export interface RecoveryRequest {
  readonly userId: string;
  readonly codeId: string;
}

const ENTRY = /^([0-9a-f-]{36}) ([0-9a-f-]{36})$/;

/**
 * Makes the encrypted cookie `recovery` and decrypts it. No store is needed. The cookie does not
 * reveal whether the account exists.
 */
@Injectable()
export class RecoveryRequests {
  private readonly key: KeyObject;
  private readonly decoyKey: Buffer;

  constructor(@Inject(SECRETS) { sessionKey }: Pick<Secrets, 'sessionKey'>) {
    this.key = createSecretKey(createHmac('sha256', sessionKey).update('recovery cookie').digest());
    this.decoyKey = createHmac('sha256', sessionKey).update('recovery decoy').digest();
  }

  seal({ userId, codeId }: RecoveryRequest): string {
    return Buffer.from(sealText(this.key, `${userId} ${codeId}`), 'base64').toString('base64url');
  }

  decoy(email: string): RecoveryRequest {
    return { userId: this.accountOf(email), codeId: randomUUID() };
  }

  /**
   * Returns an id by which the guesses of codes for an email are counted. When no account has the email,
   * `decoy` uses this id as `userId`, so that the limits are the same.
   */
  accountOf(email: string): string {
    const mac = createHmac('sha256', this.decoyKey).update(normaliseEmail(email)).digest('hex');
    return [mac.slice(0, 8), mac.slice(8, 12), mac.slice(12, 16), mac.slice(16, 20), mac.slice(20, 32)].join(
      '-',
    );
  }

  /** Returns `undefined` when the cookie is forged. */
  open(cookie: string): RecoveryRequest | undefined {
    try {
      const text = openSealed(this.key, Buffer.from(cookie, 'base64url').toString('base64'));
      const [, userId, codeId] = ENTRY.exec(text) ?? [];
      return userId && codeId ? { userId, codeId } : undefined;
    } catch {
      return undefined;
    }
  }
}
