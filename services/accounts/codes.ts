import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, type Secrets } from '../../infra/crypto/key-vault.js';
import { LIMITS, type Limits } from '../../infra/limits/limits.js';
import { RuleBroken } from '../contracts/errors.js';
import { codeDigits, codeKey } from './code-digits.js';
import type { CodePurpose } from './user.events.js';
import type { IssuedCode, User } from './user.state.js';
import { fact, type Story } from './write-stream.js';

const LIFETIME_MS = 10 * 60_000;
const TRIES = { max: 5, windowMs: LIFETIME_MS };

/** Which code is meant: by id, or any of its purpose, since mails may arrive late and in any order. */
export interface CodeClaim {
  readonly purpose: CodePurpose;
  readonly codeId?: string;
  /** Six digits. */
  readonly shown: string;
  /** What wrong tries are counted against. */
  readonly subject: string;
}

/**
 * Codes sent by mail. A code is a keyed digest of a random id: the log holds the id, the installation the key, and
 * nothing at all holds the code, yet whoever writes the mail can work it out, also after a restart.
 */
@Injectable()
export class Codes {
  private readonly key: KeyObject;

  constructor(
    @Inject(SECRETS) secrets: Pick<Secrets, 'pinPepper'>,
    @Inject(LIMITS) private readonly limits: Limits,
  ) {
    this.key = codeKey(secrets.pinPepper);
  }

  /** The fact that a code goes out. Whoever reads it in the log mails it. */
  issue(userId: string, purpose: CodePurpose, story: Story) {
    const expiresAt = new Date(story.now.getTime() + LIFETIME_MS).toISOString();
    return fact('CodeIssued', { userId, purpose, codeId: randomUUID(), expiresAt }, story);
  }

  /**
   * Returns when the code is right. Each try is counted before it is checked, so that a crowd of them all count; somebody
   * without an account is refused alike. Whether it is still unused is decided where it is used.
   * @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP)
   */
  async check(user: User | undefined, claim: CodeClaim, field: string, now: Date): Promise<void> {
    const taken = await this.limits.take(`code:${claim.purpose}:${claim.subject}`, TRIES);
    if (!taken.allowed) throw new RuleBroken('CODE_USED_UP', { field });
    const shown = Buffer.from(claim.shown);
    const right = codesOf(user, claim, now).filter((code) =>
      timingSafeEqual(Buffer.from(codeDigits(this.key, user?.userId ?? '', code)), shown),
    );
    if (right.length === 0) throw new RuleBroken('CODE_INCORRECT', { field });
  }
}

/** Codes that the claim may mean: issued, unused and not expired. */
export const codesOf = (
  user: Pick<User, 'codes'> | undefined,
  { purpose, codeId }: Pick<CodeClaim, 'purpose' | 'codeId'>,
  now: Date,
): readonly IssuedCode[] =>
  (user?.codes ?? []).filter(
    (code) =>
      code.purpose === purpose &&
      (codeId === undefined || code.codeId === codeId) &&
      Date.parse(code.expiresAt) > now.getTime(),
  );
