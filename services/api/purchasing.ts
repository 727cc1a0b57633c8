import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Command, CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from '../../infra/host/chance.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import type { Actor } from '../../infra/event-store/event-store.js';
import { HouseAccount } from '../customers/house-account.js';
import type { User } from '../customers/user.state.js';
import { Users } from '../customers/users.js';
import { TOKEN_FIELDS } from '../contracts/calls.js';
import { RuleBroken } from '../contracts/errors.js';
import { type Kobo, nairaFromKobo } from '../contracts/money.js';
import { PIN_WANTED } from '../contracts/fields/http-fields.js';
import { IDEMPOTENCY_KEY, NOT_A_KEY } from '../contracts/wire-names.js';
import type { Tier } from '../contracts/services.js';
import type { Offer } from '../products/product.js';
import type { BuyAnswer, PurchaseRequest } from '../purchases/accept/place-order.handler.js';
import { FindAccepted } from '../purchases/accept/find-accepted.handler.js';
import { derivedId } from '../purchases/accept/references.js';
import type { QuoteOrder } from '../purchases/accept/quote-order.handler.js';
import { GetBalance } from '../wallet/get-balance.handler.js';
import type { PasskeyProof } from '../contracts/fields/http-fields.js';
import type { Caller } from './guards/caller.js';
import { WrittenPositions } from './written-positions.js';

export interface OrderRequest {
  readonly transaction_pin?: string | null | undefined;
  readonly passkey?: PasskeyProof | undefined;
  readonly confirm_duplicate?: boolean | undefined;
  readonly quoted_price?: Kobo | undefined;
}

export type AccountPurchaseRequest = PurchaseRequest & { readonly user: User };

@Injectable()
export class Purchasing {
  onBought?: (caller: Caller, purchaseId: string) => void;

  constructor(
    @Inject(Users) private readonly users: Pick<Users, 'byId' | 'cachedById' | 'isFrozen'>,
    private readonly loadSignal: LoadSignal,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly written: WrittenPositions,
    @Inject(HouseAccount) private readonly house: Pick<HouseAccount, 'buyer' | 'actorOf'>,
  ) {}

  /** Makes a purchase, which the caller's next lists include. */
  async buy(
    caller: Caller,
    body: OrderRequest,
    idempotencyKey: string | undefined,
    commandOf: (order: AccountPurchaseRequest) => Command<BuyAnswer>,
  ): Promise<BuyAnswer> {
    const user = this.userAtHand(caller) ?? (await this.userOf(caller));
    const actor = actorAtHand(caller) ?? (await this.house.actorOf(caller));
    const isFrozen = (): boolean => this.users.isFrozen(user);
    // Without a session, the caller is a server with an API token, and a server has no passkey of the
    // customer.
    if (body.passkey && !caller.session) throw new RuleBroken('WRONG_ROLE');
    const order = purchaseRequestOf({ user, actor, isFrozen }, body, idempotencyKey);
    const command = commandOf(order);
    this.loadSignal.begin();
    try {
      const answer = await this.commands.execute(command);
      this.written.note(user.userId);
      this.onBought?.(caller, derivedId(user.userId, order.idempotencyKey));
      if (actor.id !== user.userId) this.written.note(actor.id);
      return answer;
    } finally {
      this.loadSignal.end();
    }
  }

  /**
   * Returns the price of an order and the balance after it, in naira.
   * @throws RuleBroken SESSION_EXPIRED, and the errors of the product
   */
  async quote(caller: Caller, queryOf: (tier: Tier) => QuoteOrder) {
    const { userId, tier } = await this.userOf(caller);
    return this.quoted(userId, await this.queries.execute(queryOf(tier)));
  }

  async quoted(userId: string, { amount, price, discount }: Offer) {
    const { available } = await this.queries.execute(new GetBalance(userId));
    return {
      status: true,
      amount: nairaFromKobo(amount),
      price: nairaFromKobo(price),
      discount: nairaFromKobo(discount),
      balance_after: nairaFromKobo(available - price),
    } as const;
  }

  /**
   * Returns the reference of the purchase that was made with this idempotency key. Undefined without one.
   * @throws RuleBroken SESSION_EXPIRED
   */
  async acceptedUnder(caller: Caller, idempotencyKey: string): Promise<string | undefined> {
    const { user, actor } = await this.buyerOf(caller);
    return this.queries.execute(new FindAccepted(user.userId, ownKey(actor, idempotencyKey)));
  }

  /**
   * Returns the price and the discount of an order, in naira.
   * @throws RuleBroken SESSION_EXPIRED, and the errors of the product
   */
  async price(caller: Caller, queryOf: (tier: Tier) => QuoteOrder) {
    const { tier } = await this.userOf(caller);
    const { price, discount } = await this.queries.execute(queryOf(tier));
    return { price: nairaFromKobo(price), discount: nairaFromKobo(discount) };
  }

  /**
   * Returns the `user` whose wallet pays and the `actor` who orders.
   * @throws RuleBroken SESSION_EXPIRED
   */
  async buyerOf(caller: Caller): Promise<{ readonly user: User; readonly actor: Actor }> {
    const user = await this.userOf(caller);
    return { user, actor: actorAtHand(caller) ?? (await this.house.actorOf(caller)) };
  }

  /** @throws RuleBroken SESSION_EXPIRED */
  async userOf(caller: Caller): Promise<User> {
    if (caller.role !== 'user') return this.house.buyer();
    const user = this.userAtHand(caller) ?? (await this.users.byId(caller.userId));
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    return user;
  }

  private userAtHand({ user, userId, role }: Caller): User | undefined {
    return role === 'user' ? (user ?? this.users.cachedById(userId)) : undefined;
  }
}

const actorAtHand = ({ role, userId }: Caller): Actor | undefined =>
  role === 'user' ? { kind: 'user', id: userId } : undefined;

/**
 * All administrators buy from the same house wallet, so equal idempotency keys of two administrators would
 * clash without the id.
 */
const ownKey = ({ kind, id }: Actor, key: string): string => (kind === 'user' ? key : `${id}/${key}`);

/** @throws RuleBroken VALIDATION_FAILED */
export function requireKey(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined || !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new RuleBroken('VALIDATION_FAILED', {
      field: 'Idempotency-Key',
      reason: NOT_A_KEY,
    });
  return idempotencyKey;
}

/** @throws RuleBroken VALIDATION_FAILED */
function purchaseRequestOf(
  { user, actor, isFrozen }: Pick<AccountPurchaseRequest, 'user' | 'actor' | 'isFrozen'>,
  body: OrderRequest,
  idempotencyKey: string | undefined,
): AccountPurchaseRequest {
  const { transaction_pin: pin, passkey: proof, confirm_duplicate: confirmDuplicate = false } = body;
  const key = idempotencyKey === undefined ? randomUUID() : requireKey(idempotencyKey);
  const ofHouse = actor.kind !== 'user';
  if (pin && proof)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'passkey', reason: 'must not be sent beside a PIN' });
  if (pin === null && !proof && !ofHouse)
    throw new RuleBroken('VALIDATION_FAILED', { field: 'transaction_pin', reason: PIN_WANTED });
  return {
    user,
    pin: pin ?? undefined,
    ...(proof && { approval: { proof, orderDigest: orderDigest(body) } }),
    confirmDuplicate,
    quotedPrice: body.quoted_price,
    idempotencyKey: ownKey(actor, key),
    correlationId: randomUUID(),
    actor,
    isFrozen,
  };
}

const NOT_ORDERED: ReadonlySet<string> = new Set([
  'transaction_pin',
  'passkey',
  'confirm_duplicate',
  'quoted_price',
  ...TOKEN_FIELDS,
]);

/** Two orders with the same fields in a different sequence have the same digest. */
export function orderDigest(body: object): string {
  const ordered = Object.entries(body).filter(
    ([name, value]) => !NOT_ORDERED.has(name) && value !== undefined && value !== null,
  );
  return hash('sha256', JSON.stringify(ordered.sort(byName), plain), 'hex');
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** JSON replacer that turns kobo into text, because JSON has no bigint. */
const plain = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value} kobo` : value;
