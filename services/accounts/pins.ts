import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { KeyedDigest } from '../../infra/crypto/keyed-digest.js';
import { SECRETS, type Secrets } from '../../infra/crypto/key-vault.js';
import { TRIES_STORE, type TriesStore, type Verdict } from '../../infra/sessions/session-store.js';
import { RuleBroken } from '../contracts/errors.js';
import type { User } from './user.state.js';

const LOCK_MS = 15 * 60_000;

/** Transaction PINs: a keyed MAC, because four digits cannot be protected by slow hashing, and a lock after wrong tries. */
@Injectable()
export class Pins {
  private readonly pepper: KeyedDigest;

  constructor(
    @Inject(SECRETS) secrets: Pick<Secrets, 'pinPepper'>,
    @Inject(TRIES_STORE) private readonly tries: TriesStore,
    @Inject(CONFIG) private readonly settings: Pick<Config, 'PIN_ATTEMPTS_MAX'>,
  ) {
    this.pepper = new KeyedDigest(secrets.pinPepper);
  }

  mac(userId: string, pin: string): string {
    return macOfPin(this.pepper, userId, pin);
  }

  /**
   * Returns at once when the PIN is right and the tries are kept in this process. A wrong one is counted at once, so that
   * tries side by side all count, and refused only after the count is stored.
   * @throws RuleBroken(PIN_NOT_SET | PIN_LOCKED | PIN_INCORRECT), SessionsUnavailable
   */
  check(user: Pick<User, 'userId' | 'pinMac'>, pin: string, now = Date.now()): void | Promise<void> {
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    const right = this.pepper.isOf(boundTo(user.userId, pin), Buffer.from(user.pinMac, 'base64'));
    const rule = { max: this.settings.PIN_ATTEMPTS_MAX, lockMs: LOCK_MS };
    const verdict = this.tries.judge(user.userId, right, rule, now);
    if (verdict instanceof Promise) return verdict.then(obey);
    obey(verdict);
  }
}

function obey(verdict: Verdict): void {
  if (verdict.outcome === 'locked') throw new RuleBroken('PIN_LOCKED');
  if (verdict.outcome === 'wrong') throw new RuleBroken('PIN_INCORRECT', { attemptsLeft: verdict.left });
}

const boundTo = (userId: string, pin: string): string => `${userId}:${pin}`;

/** The keyed MAC that stands for a PIN, base64: bound to its owner, worthless without the pepper. */
export const macOfPin = (pepper: KeyedDigest, userId: string, pin: string): string =>
  pepper.of(boundTo(userId, pin), 'base64');
