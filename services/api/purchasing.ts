import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { User } from '../accounts/user.state.js';
import type { Offer } from '../catalog/offer.js';
import { RuleBroken } from '../contracts/errors.js';
import { type Kobo, nairaFromKobo } from '../contracts/money.js';
import type { BuyAnswer, Order } from '../purchases/accept-order.js';
import { API_DEPS, type ApiDeps } from './api-deps.js';
import type { Caller } from './caller.js';
import { WrittenPositions } from './written-positions.js';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/;

/** Members of the body of every purchase. */
export interface OrderBody {
  readonly transaction_pin?: string | undefined;
  readonly confirm_duplicate?: boolean | undefined;
  readonly quoted_price?: Kobo | undefined;
}

/** What every call that buys or quotes does alike. */
@Injectable()
export class Purchasing {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'users' | 'wallets' | 'rush'>,
    private readonly written: WrittenPositions,
  ) {}

  /** Who orders and how. @throws RuleBroken VALIDATION_FAILED, SESSION_EXPIRED */
  async order(
    caller: Caller,
    {
      transaction_pin: pin,
      confirm_duplicate: confirmDuplicate = false,
      quoted_price: quotedPrice,
    }: OrderBody,
    idempotencyKey: string | undefined,
  ): Promise<Order & { readonly user: User }> {
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'Idempotency-Key',
        reason: 'must be 1 to 64 of A-Z a-z 0-9 _ -',
      });
    const user = await this.userOf(caller);
    return {
      user,
      pin,
      confirmDuplicate,
      quotedPrice,
      idempotencyKey: idempotencyKey ?? randomUUID(),
      correlationId: randomUUID(),
      actor: { kind: 'user', id: user.userId },
    };
  }

  /** Waits for a purchase to be accepted; lists asked for afterwards wait until they show it. */
  async placed(userId: string, buying: Promise<BuyAnswer>): Promise<BuyAnswer> {
    const answer = await this.deps.rush.during(buying);
    this.written.note(userId);
    return answer;
  }

  /** What it would cost, and what would be left; naira. */
  async quoted(userId: string, { amount, price, discount }: Pick<Offer, 'amount' | 'price' | 'discount'>) {
    const { available } = await this.deps.wallets.load(userId);
    return {
      status: true,
      amount: nairaFromKobo(amount),
      price: nairaFromKobo(price),
      discount: nairaFromKobo(discount),
      balance_after: nairaFromKobo(available - price),
    } as const;
  }

  /** @throws RuleBroken SESSION_EXPIRED */
  async userOf(caller: Caller): Promise<User> {
    const { users } = this.deps;
    const user = caller.user ?? users.cachedById(caller.userId) ?? (await users.byId(caller.userId));
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    return user;
  }
}
