import { Inject } from '@nestjs/common';
import { nowMs } from '../../../infra/host/clock.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { OwnData, UserData } from '../../contracts/customers.contract.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { CONFIG } from '../../../infra/config/settings.js';
import { RuleBroken } from '../../contracts/errors.js';
import { asksIdentity, type IdentityRule } from '../../vendors/identity-rule.js';
import type { VendorSettings } from '../../vendors/vendor.settings.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { maskedApiToken } from '../api-token/api-tokens.js';
import { noticesOf, type User } from '../user.state.js';
import type { NoticeSettings } from '../user.events.js';
import { Users } from '../users.js';
import { userData, type FundingShown, type WalletFigures } from './user-data.js';

export class GetUserData extends Query<z.output<typeof UserData>> {
  constructor(
    readonly userId: string,
    readonly totals: Omit<WalletFigures, 'available'>,
    readonly shown: FundingShown,
  ) {
    super();
  }
}

@QueryHandler(GetUserData)
export class GetUserDataHandler implements IQueryHandler<GetUserData> {
  constructor(
    private readonly users: Users,
    private readonly wallets: WalletStreams,
    @Inject(CONFIG) private readonly config: Pick<VendorSettings, 'FUNDING_PROVIDERS'> & IdentityRule,
  ) {}

  /**
   * Returns the data of a customer. The balance comes from the stream of the wallet, because a read
   * model may be behind.
   * @throws RuleBroken SESSION_EXPIRED
   */
  async execute({ userId, totals, shown }: GetUserData): Promise<z.output<typeof UserData>> {
    const [user, { available }] = await Promise.all([
      existing(this.users, userId),
      this.wallets.newest(userId),
    ]);
    const terms = { providers: this.config.FUNDING_PROVIDERS, asksIdentity: asksIdentity(this.config) };
    return userData(user, { available, ...totals }, shown, terms, nowMs());
  }
}

type Exported = Pick<
  z.output<typeof OwnData>,
  'profile' | 'bank_accounts' | 'notice_settings' | 'beneficiaries' | 'passkeys'
>;

export class ExportProfile extends Query<Exported> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ExportProfile)
export class ExportProfileHandler implements IQueryHandler<ExportProfile> {
  constructor(private readonly users: Users) {}

  /**
   * Password and PIN are left out, because only their digests are stored.
   * @throws RuleBroken SESSION_EXPIRED
   */
  async execute({ userId }: ExportProfile): Promise<Exported> {
    const user = await existing(this.users, userId);
    const { delivered, refunded, statement } = noticesOf(user);
    return {
      profile: {
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        phone_number: user.phone,
        user_type: user.tier,
        api_token: maskedApiToken(user.apiTokenLastFour),
        email_verified: user.emailVerified,
        transaction_pin_set: user.pinMac !== undefined,
      },
      bank_accounts: user.reservedAccounts.flatMap(({ bankAccounts }) =>
        bankAccounts.map(({ bankName, accountNumber, accountName }) => ({
          bank_name: bankName,
          account_number: accountNumber,
          account_name: accountName,
        })),
      ),
      notice_settings: { mail_delivered: delivered, mail_refunded: refunded, mail_statement: statement },
      beneficiaries: [...(user.beneficiaries ?? [])],
      // Leave out the keys of passkeys, because they are useless without the device.
      passkeys: (user.passkeys ?? []).map(({ device, enrolledAt, limit }) => ({
        device,
        enrolled_at: enrolledAt,
        limit: nairaFromKobo(limit),
      })),
    };
  }
}

export class GetNoticeSettings extends Query<Required<NoticeSettings>> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetNoticeSettings)
export class GetNoticeSettingsHandler implements IQueryHandler<GetNoticeSettings> {
  constructor(private readonly users: Users) {}

  /** @throws RuleBroken SESSION_EXPIRED */
  async execute({ userId }: GetNoticeSettings): Promise<Required<NoticeSettings>> {
    return noticesOf(await existing(this.users, userId));
  }
}

export class FindCustomer extends Query<User> {
  /** @param by `email` may also be the phone of a customer without an email */
  constructor(readonly by: { readonly userId: string } | { readonly email: string }) {
    super();
  }
}

@QueryHandler(FindCustomer)
export class FindCustomerHandler implements IQueryHandler<FindCustomer> {
  constructor(private readonly users: Users) {}

  /** @throws RuleBroken(ACCOUNT_NOT_FOUND) */
  async execute({ by }: FindCustomer): Promise<User> {
    const { users } = this;
    const person = await ('userId' in by ? users.byId(by.userId) : users.bySignInName(by.email.trim()));
    if (person?.role !== 'user') throw new RuleBroken('ACCOUNT_NOT_FOUND');
    return person;
  }
}

/** @throws RuleBroken SESSION_EXPIRED for an unknown user */
async function existing(users: Users, userId: string): Promise<User> {
  const user = await users.byId(userId);
  if (!user) throw new RuleBroken('SESSION_EXPIRED');
  return user;
}
