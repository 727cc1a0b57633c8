import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { LIMITS, type Limits } from '../../infra/limits/limits.js';
import { Pins } from '../accounts/pins.js';
import type { User } from '../accounts/user.state.js';
import type { Story } from '../accounts/write-stream.js';
import { BVN_CONSENT } from '../contracts/bvn.js';
import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, koboFromNaira, type Kobo } from '../contracts/money.js';
import { SERVICE_NAMES } from '../contracts/services.js';
import { ProviderUnavailable } from '../funding/payment-provider.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { BVN_MATCHER, type BvnDetails, type BvnMatch, type BvnMatcher } from './bvn-matcher.js';
import { judgeMatch, type BvnVerdict } from './bvn-policy.js';
import { BvnRecords } from './bvn-records.js';

export interface BvnOrder {
  readonly user: User;
  readonly details: BvnDetails;
  /** Checked where it is given. */
  readonly pin: string | undefined;
  readonly story: Story;
}

/** Compares what a person says with their BVN. Answers the reference of the verification. */
export class VerifyBvn extends Command<string> {
  constructor(readonly order: BvnOrder) {
    super();
  }
}

const DAY_MS = 24 * 3_600_000;
const CONSENT = { consentVersion: BVN_CONSENT.version };

/** What limits the checks of a person. */
export const bvnLimitKey = (userId: string): string => `bvn:${userId}`;

type Settings = Pick<Config, 'BVN_CHECK' | 'BVN_PRICE_NAIRA' | 'BVN_TRIES_MAX'>;

@CommandHandler(VerifyBvn)
export class VerifyBvnHandler implements ICommandHandler<VerifyBvn> {
  private readonly price: Kobo;

  constructor(
    private readonly records: BvnRecords,
    private readonly pins: Pins,
    private readonly wallets: WalletStreams,
    @Inject(BVN_MATCHER) private readonly matcher: BvnMatcher,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Settings,
  ) {
    this.price = koboFromNaira(settings.BVN_PRICE_NAIRA)!;
  }

  /** @throws RuleBroken EMAIL_NOT_VERIFIED, PIN_*, BVN_*, INSUFFICIENT_FUNDS, SERVICE_OFF */
  async execute({ order }: VerifyBvn): Promise<string> {
    const { user, details, pin, story } = order;
    const { userId } = user;
    if (!this.settings.BVN_CHECK) throw new RuleBroken('SERVICE_OFF', { service: SERVICE_NAMES.bvn });
    if (!user.emailVerified) throw new RuleBroken('EMAIL_NOT_VERIFIED');
    if (pin !== undefined) await this.pins.check(user, pin, story.now.getTime());
    if (await this.records.verified(userId)) throw new RuleBroken('BVN_ALREADY_VERIFIED');
    await this.mustAfford(userId);
    const attemptsLeft = await this.takeTry(userId);
    const match = await this.ask(userId, details);
    const verificationId = `BVN-${randomUUID()}`;
    await this.charge(userId, verificationId, story);
    const verdict = judgeMatch(match, details.name);
    if (verdict.verdict !== 'verified') {
      const result = verdict.verdict === 'partial' ? verdict.mismatch : 'none';
      await this.records.noteChecked(userId, { verificationId, result, ...CONSENT }, story);
      throw refusalOf(verdict, attemptsLeft);
    }
    // Only whoever has matched it may learn that a BVN is taken.
    await this.records.claim(userId, details.bvn, story);
    await this.records.noteVerified(userId, { verificationId, ...CONSENT }, details.bvn, story);
    return verificationId;
  }

  /** Counted before the provider is asked, so that many at once all count. */
  private async takeTry(userId: string): Promise<number> {
    const rule = { max: this.settings.BVN_TRIES_MAX, windowMs: DAY_MS };
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

  private async mustAfford(userId: string): Promise<void> {
    if (this.price === 0n) return;
    const { available } = await this.wallets.load(userId);
    if (available < this.price)
      throw new RuleBroken('INSUFFICIENT_FUNDS', {
        available: formatNaira(available),
        short: formatNaira(this.price - available),
      });
  }

  /** For an answer, whatever it says: it is what the provider charges us for. */
  private async charge(
    userId: string,
    chargeId: string,
    { actor, correlationId, now }: Story,
  ): Promise<void> {
    if (this.price === 0n) return;
    await this.wallets.execute(
      userId,
      { type: 'ChargeOnce', kind: 'bvn', chargeId, amount: this.price },
      { actor, correlationId, causationId: correlationId, now },
    );
  }
}

const refusalOf = (
  verdict: Exclude<BvnVerdict, { verdict: 'verified' }>,
  attemptsLeft: number,
): RuleBroken =>
  verdict.verdict === 'partial'
    ? new RuleBroken('BVN_PARTIAL', { mismatch: verdict.mismatch, attemptsLeft })
    : new RuleBroken('BVN_NO_MATCH', { attemptsLeft });
