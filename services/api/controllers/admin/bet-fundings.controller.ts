import { Body, Controller } from '@nestjs/common';
import type { Administrator } from '../../../administrators/administrators.js';
import type { CallAnswer, CallInput } from '../../../contracts/calls.js';
import { platformOfLabel } from '../../../products/bet/bet.product.js';
import { AdministratorOf } from '../../guards/caller.js';
import { Serves } from '../../guards/route-rules.js';
import { HistoriesShown } from '../../shown/histories-shown.js';

@Controller()
export class BetFundingsController {
  constructor(private readonly histories: HistoriesShown) {}

  @Serves('betFundings')
  async betFundings(
    @AdministratorOf() administrator: Administrator,
    @Body() { status, ...list }: CallInput<'betFundings'>,
  ): Promise<CallAnswer<'betFundings'>> {
    const kinds = { service: 'bet' as const, status };
    const { rows, ...about } = await this.histories.transactions(administrator, list, kinds);
    const bet_fundingHistory = rows.map((row) => ({
      id: row.id,
      reference: row.api_transaction_reference,
      buyer_emails: row.user_email,
      amount: row.amount,
      bet_platform: platformOfLabel(row.product),
      client_id: row.phone_number,
      submitted_date: row.transaction_history_date,
      transaction_status: row.transaction_status,
      user_id: row.user_id,
    }));
    return { bet_fundingHistory, ...about };
  }
}
