import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { fundingPage } from '../../../read-models/funding/funding.query.js';
import { historyPage } from '../../../read-models/history/history.query.js';
import type { ListPage, ListQuestion } from '../../../read-models/list-page.js';
import { maskedApiToken } from '../../accounts/api-tokens.js';
import { noticesOf } from '../../accounts/notice-settings.js';
import type { User } from '../../accounts/user.state.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { WrittenPositions } from '../written-positions.js';

const PAGE_SIZE = 1_000;
/** More than any person buys; a reseller's books are what statements are for. */
const ROWS_MAX = 20_000;

/** Everything that is kept about a customer, theirs to take away. Passwords and PINs are not: nobody can read those. */
@Controller()
export class OwnDataController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'users' | 'wallets' | 'readStore'>,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('exportOwnData')
  async exported(
    @CallerOf() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<'exportOwnData'>> {
    const { users, wallets, readStore } = this.deps;
    await this.written.projected(userId);
    const [user, wallet] = await Promise.all([users.byId(userId), wallets.load(userId)]);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const transactions = await allRows((page) => historyPage({ readStore, userId, ...page }));
    const fundings = await allRows((page) => fundingPage({ readStore, userId, ...page }));
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return {
      status: true,
      own_data: {
        exported_at: new Date().toISOString(),
        ...personOf(user),
        wallet: { available: nairaFromKobo(wallet.available), held: nairaFromKobo(wallet.held) },
        transactions,
        fundings,
      },
    };
  }
}

const personOf = (user: User) => {
  const { delivered, refunded } = noticesOf(user);
  return {
    profile: {
      ...{
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        phone_number: user.phone,
      },
      ...{ user_type: user.tier, api_token: maskedApiToken(user.apiTokenLastFour) },
      ...{ email_verified: user.emailVerified, transaction_pin_set: user.pinMac !== undefined },
    },
    bank_accounts: user.reservedAccounts.flatMap(({ accounts }) =>
      accounts.map(({ bankName, accountNumber, accountName }) => ({
        ...{ bank_name: bankName, account_number: accountNumber, account_name: accountName },
      })),
    ),
    notice_settings: { mail_delivered: delivered, mail_refunded: refunded },
    beneficiaries: [...(user.beneficiaries ?? [])],
  };
};

/** Newest first, page by page, so that no query is large. */
async function allRows<Row>(
  pageOf: (page: Pick<ListQuestion, 'page' | 'pageSize'>) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; all.length < ROWS_MAX; page += 1) {
    const { rows } = await pageOf({ page, pageSize: PAGE_SIZE });
    all.push(...rows);
    if (rows.length < PAGE_SIZE) break;
  }
  return all;
}
