import { timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { consumeLimit } from '../login/login-limits.js';
import type { CodePurpose } from '../user.events.js';
import { codesOf, type IssuedCode, type User } from '../user.state.js';
import { codeDigits, codeKey } from './code-digits.js';

const LIFETIME_MS = 10 * 60_000;
const TRIES = { max: 5, windowMs: LIFETIME_MS };
/** Each code that is asked for has tries of its own; this is for all of one purpose together. */
const TRIES_A_DAY = { max: 30, windowMs: 24 * 3_600_000 };

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

  /** A code to be issued. Whoever reads in the log that it was mails it. */
  create(purpose: CodePurpose, now: Date): IssuedCode {
    return { purpose, codeId: randomUUID(), expiresAt: new Date(now.getTime() + LIFETIME_MS).toISOString() };
  }

  /**
   * Answers the id of the code when it is right: whoever uses it up checks that this one is still unused. Each try is counted before it is checked, so that a crowd of them all count; somebody
   * without an account is refused alike. Whether it is still unused is decided where it is used.
   * @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP)
   */
  async check(user: User | undefined, claim: CodeClaim, field: string, now: Date): Promise<string> {
    // Those of a recovery are counted by who may be anybody: a day's count of the account would be for strangers to use up.
    if (user && claim.purpose !== 'recovery')
      await consumeLimit(
        this.limits,
        `code-day:${claim.purpose}:${user.userId}`,
        TRIES_A_DAY,
        'RATE_LIMITED',
      );
    const taken = await this.limits.take(`code:${claim.purpose}:${claim.subject}`, TRIES);
    if (!taken.allowed) throw new RuleBroken('CODE_USED_UP', { field });
    const shown = Buffer.from(claim.shown);
    const [right] = codesOf(user, claim, now).filter((code) =>
      timingSafeEqual(Buffer.from(codeDigits(this.key, user?.userId ?? '', code)), shown),
    );
    if (!right) throw new RuleBroken('CODE_INCORRECT', { field });
    return right.codeId;
  }
}
