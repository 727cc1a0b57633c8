import { Controller, Inject } from '@nestjs/common';
import { walletView } from '../../../read-models/wallet/wallet.view.js';
import { newestNotification } from '../../accounts/notifications.js';
import { userData } from '../../accounts/user-data.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { WrittenPositions } from '../written-positions.js';

/** What the home page shows about the person. */
@Controller()
export class AccountController {
  constructor(
    @Inject(API_DEPS)
    private readonly deps: Pick<ApiDeps, 'users' | 'wallets' | 'readStore' | 'liveHub' | 'config'>,
    private readonly written: WrittenPositions,
  ) {}

  /** The balance comes from the wallet itself, which is never behind; totals from the read model. */
  @Serves('userData')
  async userData(@CallerOf() { userId }: Caller): Promise<CallAnswer<'userData'>> {
    const { users, wallets, readStore, liveHub, config } = this.deps;
    await this.written.projected(userId);
    const { position } = liveHub;
    const [user, wallet, totals] = await Promise.all([
      users.byId(userId),
      wallets.load(userId),
      readStore.get(walletView, userId),
    ]);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const figures = {
      available: wallet.available,
      lastTopUp: totals?.last_top_up ?? 0n,
      totalTransaction: totals?.total_transactions ?? 0n,
    };
    return { status: true, user_data: userData(user, figures, config), position };
  }

  @Serves('notifications')
  notifications(): CallAnswer<'notifications'> {
    return { status: true, ...newestNotification() };
  }
}
