import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { opaquePassword } from '../../contracts/fields/account-fields.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import type { User } from '../user.state.js';
import { BoundedWork } from './bounded-work.js';
import type { BcryptWork } from './bcrypt.thread.js';
import { OldHashes } from './old-hashes.js';
import { kindNamed, kindNameOf, nameOfKind, type PasswordKind, readKind } from './password-kinds.js';

/**
 * Numbers of the algorithms in the library. The library declares them as a `const enum`, which does
 * not exist at run time.
 */
const ALGORITHMS = { argon2d: 0, argon2i: 1, argon2id: 2 };
/**
 * Parameters of our password hashes, by the first recommendation of OWASP: 19 MiB of memory, two passes and one
 * lane.
 */
const OURS = { algorithm: 'argon2id', memoryKib: 19_456, passes: 2, lanes: 1 } as const;
const OUR_KIND = nameOfKind(OURS);

/**
 * Returns the forms of a typed password that may match a stored hash. Older systems hashed the
 * password as typed, and devices compose accented letters in different ways.
 */
const formsOf = (typed: string): ReadonlySet<string> =>
  new Set([opaquePassword(typed), typed, typed.normalize('NFC'), typed.normalize('NFD')]);

const argon2Of = ({
  algorithm,
  memoryKib,
  passes,
  lanes,
}: Exclude<PasswordKind, { algorithm: 'bcrypt' }>) => ({
  algorithm: ALGORITHMS[algorithm],
  memoryCost: memoryKib,
  timeCost: passes,
  parallelism: lanes,
});

const DECOY = 'no one has this password';
const IDLE_MS = 30_000;
const BCRYPT_THREADS = 2;
/**
 * Maximum number of password checks at a time: half of the cores. The other half is for purchases, which use
 * the same `libuv` threads as Argon2.
 */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const WAITING_MAX = 100;

@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly decoys = new Map<string, Promise<string>>();
  private threads: Piscina<BcryptWork, boolean | string> | undefined;

  constructor(
    @Optional() @Inject(OldHashes) private readonly old?: Pick<OldHashes, 'kinds'>,
    @Optional() private readonly bounded: BoundedWork = new BoundedWork(AT_ONCE, WAITING_MAX),
  ) {}

  /** @throws RuleBroken(OVERLOADED) */
  hash(password: string): Promise<string> {
    return this.bounded.run(() => hash(opaquePassword(password), argon2Of(OURS)));
  }

  isOld(passwordHash: string): boolean {
    return kindNameOf(passwordHash) !== OUR_KIND;
  }

  /**
   * Checks a password. Returns false without a hash. Compares a wrong password with a hash of every
   * kind, so that the duration reveals neither the kind of hash nor the existence of an account.
   * @throws RuleBroken(OVERLOADED)
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    return this.bounded.run(() => this.compare(passwordHash, password));
  }

  private async compare(passwordHash: string | undefined, password: string): Promise<boolean> {
    const own = (passwordHash !== undefined && kindNameOf(passwordHash)) || OUR_KIND;
    const kinds = new Set([OUR_KIND, ...((await this.old?.kinds()) ?? []), own]);
    const forms = formsOf(password);
    for (const kind of kinds) {
      const isOwn = passwordHash !== undefined && kind === own;
      const against = isOwn ? passwordHash : await this.decoyOf(kind);
      for (const form of forms) if ((await this.isOf(against, form)) && isOwn) return true;
    }
    return false;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
    this.threads = undefined;
  }

  private decoyOf(kind: string): Promise<string> {
    const known = this.decoys.get(kind) ?? this.makeDecoy(kindNamed(kind));
    this.decoys.set(kind, known);
    known.catch(() => this.decoys.delete(kind));
    return known;
  }

  private async makeDecoy(kind: PasswordKind): Promise<string> {
    if (kind.algorithm !== 'bcrypt') return hash(DECOY, argon2Of(kind));
    return String(await this.inThread({ password: DECOY, against: { cost: kind.cost } }));
  }

  private async isOf(passwordHash: string, password: string): Promise<boolean> {
    if (readKind(passwordHash)?.algorithm !== 'bcrypt') return verify(passwordHash, password);
    return (await this.inThread({ password, against: passwordHash })) === true;
  }

  private inThread(work: BcryptWork): Promise<boolean | string> {
    this.threads ??= new Piscina({
      filename: new URL('./bcrypt.thread.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: BCRYPT_THREADS,
      idleTimeout: IDLE_MS,
    });
    return this.threads.run(work);
  }
}

const WINDOW_MS = 15 * 60_000;

/**
 * Asks a person with a session for the password again, because someone else may be using the open
 * browser.
 */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly passwords: Passwords,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'RATE_LIMIT_LOGIN_FAILURES'>,
  ) {}

  /** @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | OVERLOADED), SessionsUnavailable */
  async of(user: Pick<User, 'userId' | 'passwordHash'>, password: string, field: string): Promise<void> {
    const key = `password:${user.userId}`;
    const rule = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES, windowMs: WINDOW_MS };
    await consumeLimit(this.limits, key, rule, 'LOGIN_LOCKED');
    const right = await this.passwords.verify(user.passwordHash, password).catch(async (error: unknown) => {
      await this.limits.giveBack(key);
      throw error;
    });
    if (!right) throw new RuleBroken('PASSWORD_INCORRECT', { field });
    await this.limits.clear(key);
  }
}
