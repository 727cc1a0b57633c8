import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { Pins } from '../pin/pins.js';
import { requireSpending } from '../spending/spending.decider.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { BVN_CONSENT } from '../../contracts/bvn.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira, koboFromNaira, type Kobo } from '../../contracts/money.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { ProviderUnavailable } from '../../vendors/payment-provider.js';
import { requireWithinPinless } from '../../wallet/charge.decider.js';
import { chargeKey } from '../../wallet/wallet.state.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { BVN_MATCHER, type BvnDetails, type BvnMatch, type BvnMatcher } from '../../vendors/bvn-matcher.js';
import { BvnRecords } from './bvn-records.js';

export interface BvnOrder {
  readonly user: User;
  readonly details: BvnDetails;
  /** Without a PIN, the price counts towards `PINLESS_DAILY_LIMIT`. */
  readonly pin: string | undefined;
  readonly context: EventContext;
}

/**
 * Asks the payment provider whether a person's details match a BVN. Administrators also use this
 * command to check another person. Returns the id of the check.
 */
export class VerifyBvn extends Command<string> {
  constructor(readonly order: BvnOrder) {
    super();
  }
}

const DAY_MS = 24 * 3_600_000;
const CONSENT = { consentVersion: BVN_CONSENT.version };

const HOUSE_TRIES_MAX = 100;

export const bvnTriesMax = (userId: string, settings: Pick<CustomerSettings, 'BVN_TRIES_MAX'>): number =>
  userId === HOUSE_USER_ID ? HOUSE_TRIES_MAX : settings.BVN_TRIES_MAX;

export const bvnLimitKey = (userId: string): string => `bvn:${userId}`;

type Settings = Pick<
  CustomerSettings,
  'BVN_CHECK' | 'BVN_PRICE_NAIRA' | 'BVN_TRIES_MAX' | 'PINLESS_DAILY_LIMIT'
> &
  Pick<VendorSettings, 'FUNDING_PROVIDERS'>;

@CommandHandler(VerifyBvn)
export class VerifyBvnHandler implements ICommandHandler<VerifyBvn> {
  private readonly price: Kobo;
  private readonly pinlessLimit: Kobo;

  constructor(
    private readonly records: BvnRecords,
    private readonly pins: Pins,
    @Inject(Users) private readonly users: Pick<Users, 'isFrozen'>,
    private readonly wallets: WalletStreams,
    @Inject(BVN_MATCHER) private readonly matcher: BvnMatcher,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Settings,
  ) {
    this.price = koboFromNaira(settings.BVN_PRICE_NAIRA)!;
    this.pinlessLimit = koboFromNaira(settings.PINLESS_DAILY_LIMIT)!;
  }

  /** @throws RuleBroken EMAIL_NOT_VERIFIED, PIN_*, PINLESS_LIMIT, BVN_*, INSUFFICIENT_FUNDS, SERVICE_OFF */
  async execute({ order }: VerifyBvn): Promise<string> {
    const { user, details, pin, context } = order;
    const { userId } = user;
    const { BVN_CHECK, FUNDING_PROVIDERS } = this.settings;
    if (!BVN_CHECK || !FUNDING_PROVIDERS.includes('monnify'))
      throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES.bvn });
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    const nowMs = context.now.getTime();
    const ofHouse = userId === HOUSE_USER_ID;
    if (!ofHouse)
      await (pin === undefined ? this.mayOmitPin(user, nowMs) : this.pins.check(user, pin, nowMs));
    const pinlessLimit = pin === undefined && !ofHouse ? this.pinlessLimit : undefined;
    if (await this.records.verified(userId)) throw new RuleBroken('BVN_ALREADY_VERIFIED');
    const verificationId = await this.records.verificationId(userId, details, nowMs);
    // Check the freeze once more, because spending may have been frozen while the PIN was checked.
    if (this.price > 0n) requireSpending({ frozen: this.users.isFrozen(user) });
    await this.mustAfford(userId, verificationId, pinlessLimit, nowMs);
    const attemptsLeft = await this.takeTry(userId);
    const match = await this.ask(userId, details);
    await this.charge(userId, verificationId, pinlessLimit, context);
    const verdict = judgeMatch(match, details.name);
    if (verdict.verdict !== 'verified') {
      const result = verdict.verdict === 'partial' ? verdict.mismatch : 'none';
      await this.records.noteChecked(userId, { verificationId, result, ...CONSENT }, context);
      throw bvnRefusal(verdict, attemptsLeft);
    }
    if (ofHouse) {
      // A claim by an administrator's check would prevent the BVN's owner from verifying it later.
      await this.records.noteChecked(userId, { verificationId, result: 'verified', ...CONSENT }, context);
      return verificationId;
    }
    // Claim the BVN only when the details match. `BVN_TAKEN` reveals that another account has the
    // BVN, and only the BVN's owner may learn this.
    const voided = await this.records.claim(userId, details.bvn, context);
    await this.records.noteVerified(userId, { verificationId, ...CONSENT }, details.bvn, voided, context);
    return verificationId;
  }

  /**
   * Counts a check against the limit before the provider is asked, so that parallel checks are all
   * counted.
   */
  private async takeTry(userId: string): Promise<number> {
    const rule = { max: bvnTriesMax(userId, this.settings), windowMs: DAY_MS };
    const taken = await this.limits.take(bvnLimitKey(userId), rule);
    if (taken.allowed) return taken.left;
    throw new RuleBroken('BVN_TRIES_USED', { seconds: Math.ceil(taken.retryAfterMs / 1_000) });
  }

  private async ask(userId: string, details: BvnDetails): Promise<BvnMatch> {
    try {
      return await this.matcher.match(details);
    } catch (error) {
      await this.limits.giveBack(bvnLimitKey(userId));
      if (error instanceof ProviderUnavailable) throw new RuleBroken('BVN_UNAVAILABLE');
      throw error;
    }
  }

  private mayOmitPin(user: User, nowMs: number): void | Promise<void> {
    if (this.price === 0n && user.pinMac === undefined) return;
    return this.pins.requireUnlocked(user, nowMs);
  }

  /**
   * Refuses a customer with too little money, unless this check was charged earlier. Call before asking the
   * provider, because the provider charges for every answer.
   */
  private async mustAfford(
    userId: string,
    chargeId: string,
    pinlessLimit: Kobo | undefined,
    nowMs: number,
  ): Promise<void> {
    if (this.price === 0n) return;
    // Read the newest state of the wallet, because another process may have added money just now.
    const wallet = await this.wallets.newest(userId);
    const { available, charges } = wallet;
    if (charges.has(chargeKey('bvn', chargeId))) return;
    requireWithinPinless(wallet, this.price, pinlessLimit, nowMs);
    if (available < this.price)
      throw new RuleBroken('INSUFFICIENT_FUNDS', {
        available: formatNaira(available),
        short: formatNaira(this.price - available),
      });
  }

  private async charge(
    userId: string,
    chargeId: string,
    pinlessLimit: Kobo | undefined,
    { actor, correlationId, now }: EventContext,
  ): Promise<void> {
    if (this.price === 0n) return;
    await this.wallets.handle(
      userId,
      {
        type: 'ChargeOnce',
        kind: 'bvn',
        chargeId,
        amount: this.price,
        ...(pinlessLimit !== undefined && { pinlessLimit }),
      },
      { actor, correlationId, now },
    );
  }
}

/** Result of a BVN check. `mismatch` names the detail that does not match and may be mistyped. */
type BvnVerdict =
  | { readonly verdict: 'verified' }
  | { readonly verdict: 'partial'; readonly mismatch: 'name' | 'date of birth' | 'phone number' }
  | { readonly verdict: 'none' };

/**
 * Decides the result of a BVN check. Birth date, phone number and name must match. A partial match of the name
 * is enough when the typed name has two or more words.
 */
export function judgeMatch(match: BvnMatch, typedName: string): BvnVerdict {
  if (match.bvn === 'unknown' || match.name === 'none') return { verdict: 'none' };
  if (!match.dateOfBirth) return { verdict: 'partial', mismatch: 'date of birth' };
  const words = typedName.trim().split(/\s+/).length;
  if (match.name === 'partial' && words < 2) return { verdict: 'partial', mismatch: 'name' };
  return match.phone ? { verdict: 'verified' } : { verdict: 'partial', mismatch: 'phone number' };
}

const bvnRefusal = (
  verdict: Exclude<BvnVerdict, { verdict: 'verified' }>,
  attemptsLeft: number,
): RuleBroken =>
  verdict.verdict === 'partial'
    ? new RuleBroken('BVN_PARTIAL', { mismatch: verdict.mismatch, attemptsLeft })
    : new RuleBroken('BVN_NO_MATCH', { attemptsLeft });
