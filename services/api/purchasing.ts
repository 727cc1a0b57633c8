import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
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

/** An order of somebody whose whole account is known. */
export type OwnOrder = Order & { readonly user: User };

/** What every call that buys or quotes does alike. */
@Injectable()
export class Purchasing {
  constructor(
    @Inject(API_DEPS) private readonly deps: Pick<ApiDeps, 'users' | 'wallets' | 'rush'>,
    private readonly commands: CommandBus,
    private readonly written: WrittenPositions,
  ) {}

  /**
   * Has accepted what the caller orders; lists asked for afterwards wait until they show it.
   * @throws RuleBroken VALIDATION_FAILED, SESSION_EXPIRED, and by the rules of what is bought
   */
  async buy(
    caller: Caller,
    body: OrderBody,
    idempotencyKey: string | undefined,
    commandOf: (order: OwnOrder) => Command<BuyAnswer>,
  ): Promise<BuyAnswer> {
    const { rush } = this.deps;
    const user = this.userAtHand(caller) ?? (await this.userOf(caller));
    const command = commandOf(orderOf(user, body, idempotencyKey));
    rush.begin();
    try {
      const answer = await this.commands.execute(command);
      this.written.note(user.userId);
      return answer;
    } finally {
      rush.end();
    }
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
    const user = this.userAtHand(caller) ?? (await this.deps.users.byId(caller.userId));
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    return user;
  }

  private userAtHand({ user, userId }: Caller): User | undefined {
    return user ?? this.deps.users.cachedById(userId);
  }
}

/** Who orders and how. @throws RuleBroken VALIDATION_FAILED */
function orderOf(
  user: User,
  { transaction_pin: pin, confirm_duplicate: confirmDuplicate = false, quoted_price: quotedPrice }: OrderBody,
  idempotencyKey: string | undefined,
): OwnOrder {
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new RuleBroken('VALIDATION_FAILED', {
      field: 'Idempotency-Key',
      reason: 'must be 1 to 64 of A-Z a-z 0-9 _ -',
    });
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
