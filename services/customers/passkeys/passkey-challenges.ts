import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from '../../../infra/host/chance.js';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { isYounger } from '../../contracts/stored-times.js';
import { CHALLENGE_LIFETIME_MS } from './passkey.state.js';

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;
const MAC_BYTES = 32;

export type ChallengeVerdict = 'valid' | 'expired' | 'foreign';

/**
 * Makes and checks challenges for passkeys. A challenge contains a MAC, so that any process can
 * check it without a store. Only used challenges are recorded, in `LIMITS`, which all processes
 * share.
 */
@Injectable()
export class PasskeyChallenges {
  private readonly key: KeyObject;

  constructor(
    @Inject(SECRETS) { sessionKey }: Pick<Secrets, 'sessionKey'>,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'take'>,
  ) {
    this.key = createSecretKey(createHmac('sha256', sessionKey).update('passkey challenges').digest());
  }

  /**
   * Makes a challenge.
   * @param purpose the only action for which the challenge is valid
   */
  issue(purpose: string, now: Date): string {
    const head = Buffer.alloc(HEAD_BYTES);
    randomBytes(NONCE_BYTES).copy(head);
    head.writeUIntBE(now.getTime() + CHALLENGE_LIFETIME_MS, NONCE_BYTES, TIME_BYTES);
    return Buffer.concat([head, this.macOf(head, purpose)]).toString('base64url');
  }

  judge(challenge: string, purpose: string, now: Date): ChallengeVerdict {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== HEAD_BYTES + MAC_BYTES) return 'foreign';
    const head = bytes.subarray(0, HEAD_BYTES);
    if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), this.macOf(head, purpose))) return 'foreign';
    const issuedAt = head.readUIntBE(NONCE_BYTES, TIME_BYTES) - CHALLENGE_LIFETIME_MS;
    return isYounger(issuedAt, now.getTime(), CHALLENGE_LIFETIME_MS) ? 'valid' : 'expired';
  }

  /**
   * Marks a challenge as used. Returns false when any process has marked it before.
   * @throws SessionsUnavailable
   */
  async spend(challenge: string): Promise<boolean> {
    const rule = { max: 1, windowMs: CHALLENGE_LIFETIME_MS };
    // Use the decoded bytes as the key, because the last character of a base64url text can be
    // written in several ways.
    const nonce = Buffer.from(challenge, 'base64url').subarray(0, HEAD_BYTES).toString('hex');
    return (await this.limits.take(`passkey-challenge:${nonce}`, rule)).allowed;
  }

  private macOf(head: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.key).update(head).update(purpose).digest();
  }
}
