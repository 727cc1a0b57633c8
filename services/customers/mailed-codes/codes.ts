import { timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { isYounger } from '../../contracts/stored-times.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import type { CodePurpose } from '../user.events.js';
import { codesOf, type IssuedCode, type User } from '../user.state.js';
import { codeDigits, codeKey } from './code-digits.js';

const LIFETIME_MS = 10 * 60_000;
const TRIES = { max: 5, windowMs: LIFETIME_MS };
/** Limit of tries per account and day, for all codes of one purpose together. */
const TRIES_A_DAY = { max: 30, windowMs: 24 * 3_600_000 };

/** Code that a person typed. When `codeId` is absent, any code for the same purpose may match. */
export interface CodeClaim {
  readonly purpose: CodePurpose;
  readonly codeId?: string;
  /** Six digits. */
  readonly shown: string;
  readonly subject: string;
}

/**
 * Makes and checks mailed codes. The log contains only a random id for each code. The digits are a
 * keyed digest of this id.
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

  /** Makes a code. The process that reads the event `CodeIssued` mails the code. */
  create(purpose: CodePurpose, now: Date): IssuedCode {
    return { purpose, codeId: randomUUID(), expiresAt: new Date(now.getTime() + LIFETIME_MS).toISOString() };
  }

  /**
   * The try is counted before the check, so that parallel tries are all counted. An unknown account gets the
   * same answers as a known account. The caller must check that the code was not used before.
   * @returns the code id
   * @throws RuleBroken(CODE_INCORRECT | CODE_USED_UP)
   */
  async check(user: User | undefined, claim: CodeClaim, field: string, now: Date): Promise<string> {
    // Set no daily limit for codes of the purpose `recovery`, because strangers could use it up for another
    // person.
    if (user && claim.purpose !== 'recovery')
      await consumeLimit(
        this.limits,
        `code-day:${claim.purpose}:${user.userId}`,
        TRIES_A_DAY,
        'RATE_LIMITED',
      );
    const taken = await this.limits.take(triesKey(claim), TRIES);
    if (!taken.allowed) throw new RuleBroken('CODE_USED_UP', { field });
    const shown = Buffer.from(claim.shown);
    // Refuse a code that was made in the future, because it would be valid for too long.
    const young = codesOf(user, claim, now).filter(({ expiresAt }) =>
      isYounger(Date.parse(expiresAt) - LIFETIME_MS, now.getTime(), LIFETIME_MS),
    );
    const [right] = young.filter((code) =>
      timingSafeEqual(Buffer.from(codeDigits(this.key, user?.userId ?? '', code)), shown),
    );
    if (!right) throw new RuleBroken('CODE_INCORRECT', { field });
    return right.codeId;
  }

  /** Removes the try of a right, unused code from the count. */
  giveBack(claim: Pick<CodeClaim, 'purpose' | 'subject'>): Promise<void> {
    return this.limits.giveBack(triesKey(claim));
  }
}

const triesKey = ({ purpose, subject }: Pick<CodeClaim, 'purpose' | 'subject'>): string =>
  `code:${purpose}:${subject}`;
