import { Body, Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { GetNewestNotice } from '../../../read-models/broadcasts/broadcasts.query.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { GetWalletTotals } from '../../../read-models/wallet/wallet.query.js';
import { FundingTerms } from '../../catalog/funding-terms/funding-terms.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { GetUserData } from '../../customers/profile/profile.queries.js';
import { OpenAccount } from '../../funding/reserve/open-account.handler.js';
import { ReserveMissingAccount } from '../../funding/reserve/reserve-missing-account.handler.js';
import { CallerOf, contextOf, type Caller } from '../guards/caller.js';
import { Serves } from '../guards/route-rules.js';
import { WrittenPositions } from '../written-positions.js';

@Controller()
export class AccountController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly liveHub: LiveHub,
    private readonly written: WrittenPositions,
    private readonly terms: FundingTerms,
  ) {}

  @Serves('userData')
  async userData(@CallerOf() { userId, session }: Caller): Promise<CallAnswer<'userData'>> {
    await this.written.projected(userId);
    const { position } = this.liveHub;
    const totals = await this.queries.execute(new GetWalletTotals(userId));
    const user_data = await this.queries.execute(new GetUserData(userId, totals, this.terms.current));
    if (session) await this.commands.execute(new ReserveMissingAccount(userId));
    return { status: true, user_data, position };
  }

  @Serves('openAccount')
  async openAccount(
    @CallerOf() caller: Caller,
    @Body() { identity_kind: kind, identity_number: number }: CallInput<'openAccount'>,
  ): Promise<CallAnswer<'openAccount'>> {
    const command = new OpenAccount(caller.userId, { kind, number }, contextOf(caller));
    const failed = await this.commands.execute(command);
    const message =
      failed.length === 0
        ? 'Your account is ready.'
        : 'One of the banks did not answer. Give the number again later for its account.';
    return { status: true, message };
  }

  @Serves('notifications')
  async notifications(): Promise<CallAnswer<'notifications'>> {
    return { status: true, ...(await this.queries.execute(new GetNewestNotice())) };
  }
}
