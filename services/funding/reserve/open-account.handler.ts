import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ACCOUNT_CONSENT_VERSION } from '../../contracts/funding.contract.js';
import { identityMac } from '../../customers/bvn/bvn-records.js';
import { Users } from '../../customers/users.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import type { Identity } from '../../vendors/payment-provider.js';
import { FUNDING, type FundingService } from '../funding.service.js';

/**
 * Maximum number of times that a customer may enter a BVN or NIN per day. With more tries, a stranger could
 * find out other people's numbers.
 */
const TRIES = { max: 5, windowMs: 24 * 3_600_000 };

/** Opens the customer's accounts with a BVN or NIN. Returns the codes of the providers at which this failed. */
export class OpenAccount extends Command<readonly string[]> {
  constructor(
    readonly userId: string,
    readonly identity: Identity,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(OpenAccount)
export class OpenAccountHandler implements ICommandHandler<OpenAccount> {
  constructor(
    @Inject(Users) private readonly users: Pick<Users, 'current' | 'handle'>,
    @Inject(FUNDING) private readonly funding: Pick<FundingService, 'openAccounts'>,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'giveBack' | 'take'>,
    @Inject(SECRETS) private readonly secrets: Pick<Secrets, 'emailKey'>,
  ) {}

  /** @throws RuleBroken SESSION_EXPIRED, EMAIL_MISSING, RATE_LIMITED, ACCOUNT_REFUSED, ACCOUNT_UNAVAILABLE */
  async execute({ userId, identity, context }: OpenAccount): Promise<readonly string[]> {
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (user.email === '' && user.reservedAccounts.length === 0) throw new RuleBroken('EMAIL_MISSING');
    const tries = `account-identity:${userId}`;
    await consumeLimit(this.limits, tries, TRIES, 'RATE_LIMITED');
    const failed = await this.funding.openAccounts(user, identity).catch(async (error: unknown) => {
      if (error instanceof RuleBroken && error.code === 'ACCOUNT_UNAVAILABLE')
        await this.limits.giveBack(tries);
      throw error;
    });
    if (failed.length > 0) await this.limits.giveBack(tries);
    const { kind, number } = identity;
    const kept = { kind, lastFour: number.slice(-4), mac: identityMac(this.secrets, identity) };
    const command = {
      type: 'KeepAccountIdentity',
      ...kept,
      consentVersion: ACCOUNT_CONSENT_VERSION,
    } as const;
    await this.users.handle(userId, command, context);
    return failed;
  }
}
