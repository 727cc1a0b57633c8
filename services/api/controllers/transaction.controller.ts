import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { purchaseIdByReference, transactionByReference } from '../../../read-models/history/history.query.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { CheckStatus } from '../../purchases/check-status.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { WrittenPositions } from '../written-positions.js';

/** One transaction of a customer: what became of it, and asking about it. */
@Controller()
export class TransactionController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'readStore' | 'liveHub'>,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('transaction')
  async transaction(
    @CallerOf() { userId }: Caller,
    @Body() { reference }: CallInput<'transaction'>,
  ): Promise<CallAnswer<'transaction'>> {
    await this.written.projected(userId);
    const { readStore, liveHub } = this.deps;
    const { position } = liveHub;
    const transaction = await transactionByReference({ readStore, userId, reference });
    if (!transaction) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    return { status: true, transaction, position };
  }

  @Serves('checkStatus')
  async check(
    @CallerOf() { userId }: Caller,
    @Body() { reference }: CallInput<'checkStatus'>,
  ): Promise<CallAnswer<'checkStatus'>> {
    await this.written.projected(userId);
    const purchaseId = await purchaseIdByReference({ readStore: this.deps.readStore, userId, reference });
    if (purchaseId === undefined) throw new RuleBroken('TRANSACTION_NOT_FOUND');
    const { asked, retryAfterMs } = await this.commands.execute(new CheckStatus(purchaseId));
    return {
      status: true,
      message: asked ? 'We are asking the provider now.' : 'This transaction has ended.',
      retry_after: Math.ceil(retryAfterMs / 1_000),
    };
  }
}
