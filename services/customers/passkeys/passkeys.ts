import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { COUNTER_STORE, type CounterStore } from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { PasskeyProof } from '../../contracts/fields/http-fields.js';
import { formatNaira, type Kobo } from '../../contracts/money.js';
import { Pins } from '../pin/pins.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import type { Passkey } from './passkey.state.js';
import { challengeOf, relyingPartyOf, type RelyingParty, verifiedCounter } from './webauthn.js';

export interface SignedPurchase {
  readonly purchaseId: string;
  readonly service: string;
  readonly orderDigest: string;
  readonly price: Kobo;
}

/**
 * Result of checking a signature. `spent` means that this signature was used before. The caller may then only
 * repeat its earlier answer.
 */
export type ProofVerdict = 'fresh' | 'spent';

/**
 * Checks passkey signatures that replace the PIN. A wrong signature is counted like a wrong PIN.
 */
@Injectable()
export class Passkeys {
  /** `undefined` when browsers allow no passkeys on the site of `PUBLIC_URL`. */
  readonly relyingParty: RelyingParty | undefined;

  constructor(
    private readonly users: Users,
    private readonly pins: Pins,
    private readonly challenges: PasskeyChallenges,
    @Inject(COUNTER_STORE) private readonly counters: CounterStore,
    @Inject(CONFIG) config: Parameters<typeof relyingPartyOf>[0],
  ) {
    this.relyingParty = relyingPartyOf(config);
  }

  /** @throws RuleBroken(PASSKEYS_UNAVAILABLE) */
  requireRelyingParty(): RelyingParty {
    if (this.relyingParty === undefined) throw new RuleBroken('PASSKEYS_UNAVAILABLE');
    return this.relyingParty;
  }

  /**
   * Makes a challenge that is valid only for this purchase.
   * @throws RuleBroken(PIN_NOT_SET | PIN_LOCKED | PASSKEY_LIMIT)
   */
  async challengeFor(user: User, passkey: Passkey, purchase: SignedPurchase, now: Date): Promise<string> {
    await this.pins.requireUnlocked(user, now.getTime());
    requireWithin(passkey, purchase.price);
    return this.challenges.issue(purposeOf(user.userId, purchase), now);
  }

  /**
   * Checks that a signature was made for exactly this purchase. Loads the newest state of the user,
   * because another process may have removed the passkey.
   * @throws RuleBroken(PIN_NOT_SET | PIN_LOCKED | PASSKEY_NOT_FOUND | PASSKEY_LIMIT |
   * PASSKEY_EXPIRED | PASSKEY_REFUSED), SessionsUnavailable
   */
  async check(
    userId: string,
    proof: PasskeyProof,
    purchase: SignedPurchase,
    now: Date,
  ): Promise<ProofVerdict> {
    const party = this.requireRelyingParty();
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    await this.pins.requireUnlocked(user, now.getTime());
    const passkey = user.passkeys?.find(({ credentialId }) => credentialId === proof.id);
    if (!passkey) throw new RuleBroken('PASSKEY_NOT_FOUND');
    requireWithin(passkey, purchase.price);
    const challenge = challengeOf(proof);
    const verdict = this.challenges.judge(challenge, purposeOf(userId, purchase), now);
    if (verdict === 'foreign') return this.refuse(user, now);
    if (verdict === 'expired') throw new RuleBroken('PASSKEY_EXPIRED');
    const counter = await verifiedCounter(party, passkey, proof, challenge);
    if (counter === undefined) return this.refuse(user, now);
    if (!(await this.challenges.spend(challenge))) return 'spent';
    return (await this.hasAdvanced(passkey, counter)) ? 'fresh' : this.refuse(user, now);
  }

  /**
   * Returns false when the signature counter has not grown, which means that a second device has a
   * copy of the key.
   */
  private async hasAdvanced({ id, counter: enrolledAt }: Passkey, counter: number): Promise<boolean> {
    if (enrolledAt > 0 && counter <= enrolledAt) return false;
    return this.counters.advance(`passkey:${id}`, counter);
  }

  private async refuse(user: User, now: Date): Promise<never> {
    const attemptsLeft = await this.pins.countWrong(user, now.getTime());
    throw new RuleBroken('PASSKEY_REFUSED', { attemptsLeft });
  }
}

function requireWithin({ limit }: Passkey, price: Kobo): void {
  if (price > limit) throw new RuleBroken('PASSKEY_LIMIT', { limit: formatNaira(limit) });
}

/**
 * Returns the purpose for which the challenge of a purchase is valid. Line breaks separate the
 * parts, so no part may contain a line break.
 */
const purposeOf = (userId: string, { purchaseId, service, orderDigest, price }: SignedPurchase): string =>
  ['purchase', userId, purchaseId, service, orderDigest, price].join('\n');
