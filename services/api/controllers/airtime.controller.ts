import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { User } from '../../accounts/user.state.js';
import { IDEMPOTENCY_HEADER, type CallAnswer, type CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { nairaFromKobo } from '../../contracts/money.js';
import { BuyAirtime } from '../../purchases/airtime/buy-airtime.handler.js';
import { Serves } from '../access.js';
import { API_DEPS, type ApiDeps } from '../api-deps.js';
import { CallerOf, type Caller } from '../caller.js';
import { WrittenPositions } from '../written-positions.js';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;

/** Airtime: what it would cost, and buying it. */
@Controller()
export class AirtimeController {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'users' | 'wallets' | 'catalog' | 'rush'>,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
  ) {}

  @Serves('airtimeQuote')
  async quote(
    @CallerOf() { userId }: Caller,
    @Body() { network, amount }: CallInput<'airtimeQuote'>,
  ): Promise<CallAnswer<'airtimeQuote'>> {
    const { wallets, catalog } = this.deps;
    const user = await this.userOf(userId);
    const { price, discount } = catalog.quoteAirtime({ network, amount, tier: user.tier });
    const { available } = await wallets.load(userId);
    return {
      status: true,
      amount: nairaFromKobo(amount),
      price: nairaFromKobo(price),
      discount: nairaFromKobo(discount),
      balance_after: nairaFromKobo(available - price),
    };
  }

  @Serves('buyAirtime')
  async buy(
    @CallerOf() caller: Caller,
    @Body() order: CallInput<'buyAirtime'>,
    @Headers(IDEMPOTENCY_HEADER) idempotencyKey: string | undefined,
  ): Promise<CallAnswer<'buyAirtime'>> {
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'Idempotency-Key',
        reason: 'must be 1 to 64 of A-Z a-z 0-9 _ -',
      });
    const { user = await this.userOf(caller.userId) } = caller;
    const buying = this.commands.execute(
      new BuyAirtime({
        user,
        network: order.network,
        amount: order.amount,
        phone: order.phone,
        pin: order.transaction_pin,
        confirmDuplicate: order.confirm_duplicate ?? false,
        idempotencyKey: idempotencyKey ?? randomUUID(),
        correlationId: randomUUID(),
        actor: { kind: 'user', id: user.userId },
      }),
    );
    const { message, reference } = await this.deps.rush.during(buying);
    this.written.note(user.userId);
    return { status: true, message, reference, transaction_status: 'Pending' };
  }

  private async userOf(userId: string): Promise<User> {
    const user = this.deps.users.cachedById(userId) ?? (await this.deps.users.byId(userId));
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    return user;
  }
}
