import { Controller, Inject } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { walletView } from '../../../read-models/wallet/wallet.view.js';
import { newestNotification } from '../../accounts/notifications.js';
import type { User } from '../../accounts/user.state.js';
import { userData } from '../../accounts/user-data.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { WrittenPositions } from '../written-positions.js';

const ASKED_MAX = 10_000;
/** The provider is asked again by itself for as long as this process lives. */
const ASK_AGAIN_AFTER_MS = 3_600_000;

/** What the home page shows about the person. */
@Controller()
export class AccountController {
  private readonly asked = new LRUCache<string, true>({ max: ASKED_MAX, ttl: ASK_AGAIN_AFTER_MS });

  constructor(
    @Inject(API_DEPS)
    private readonly deps: Pick<
      ApiDeps,
      'users' | 'wallets' | 'readStore' | 'liveHub' | 'config' | 'reserveAccount'
    >,
    private readonly written: WrittenPositions,
  ) {}

  /** The balance comes from the wallet itself, which is never behind; totals from the read model. */
  @Serves('userData')
  async userData(@CallerOf() { userId, session }: Caller): Promise<CallAnswer<'userData'>> {
    const { users, wallets, readStore, liveHub, config } = this.deps;
    await this.written.projected(userId);
    const { position } = liveHub;
    const [user, wallet, totals] = await Promise.all([
      users.byId(userId),
      wallets.load(userId),
      readStore.get(walletView, userId),
    ]);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    if (session && user.emailVerified && user.reservedAccounts.length === 0) this.reserveMissing(user);
    const figures = {
      available: wallet.available,
      lastTopUp: totals?.last_top_up ?? 0n,
      totalTransaction: totals?.total_transactions ?? 0n,
    };
    return { status: true, user_data: userData(user, figures, config), position };
  }

  /** What was to reserve it may have died on the way: whoever looks at the page without an account number is served again. */
  private reserveMissing(user: User): void {
    if (this.asked.has(user.userId)) return;
    this.asked.set(user.userId, true);
    void this.deps.reserveAccount(user);
  }

  @Serves('notifications')
  notifications(): CallAnswer<'notifications'> {
    return { status: true, ...newestNotification() };
  }
}
