import {
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../../infra/event-store/event-store.js';
import { noKey } from '../../infra/crypto/person-keys.js';
import { SessionsUnavailable } from '../../infra/sessions/session-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { PlaceOrder, type PurchaseRequest } from '../purchases/accept/place-order.handler.js';
import { quoteAirtime } from '../products/airtime/airtime.product.js';
import { quoteData } from '../products/data/data.product.js';
import type { Offer, PriceList } from '../products/product.js';
import { derivedId } from '../purchases/accept/references.js';
import type { Article } from './judge/price-judge.js';
import { QuoteOrder } from '../purchases/accept/quote-order.handler.js';
import { buyAt } from './people/buying.js';
import { userOf } from './scenario.js';
import { type PlannedOrder } from './planned-order.js';
import { PLAN } from './shop/shop-plan.js';
import type { World } from './world.js';

/** Milliseconds without an answer after which a customer repeats the request. */
const PATIENCE_MS = 12_000;
const TRIES_MAX = 6;
const AGAIN: ReadonlySet<string> = new Set([
  'none',
  'LEDGER_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'WALLET_UNAVAILABLE',
  'SESSIONS_UNAVAILABLE',
  'SESSION_EXPIRED',
  'PIN_INCORRECT',
]);

const NETWORK = 1;

interface Sending {
  readonly tries: number;
  /** Price in kobo that the customer saw and agreed to. */
  readonly agreed: bigint | undefined;
}

export class Customers {
  readonly #agreed = new Map<string, bigint>();

  constructor(private readonly world: World) {}

  plan(orders: readonly PlannedOrder[]): void {
    const { scheduler } = this.world;
    for (const order of orders) {
      const send = (agreed?: bigint): void => {
        for (let tap = 0; tap < order.taps; tap += 1) this.#send(order, { tries: 1, agreed });
      };
      scheduler.in(order.atMs, undefined, 'order', () => {
        if (order.thinksMs === undefined) send();
        else this.#ask(order, send);
      });
      if (order.againAfterMs !== undefined)
        scheduler.in(order.atMs + order.againAfterMs, undefined, 'order again', () =>
          this.#send(order, { tries: 1, agreed: this.#agreed.get(order.key) }),
        );
    }
  }

  priceLists(): void {
    const { judge } = this.world;
    for (const { api, process } of this.world.up())
      for (const order of [{ amount: 200_00n }, { amount: 0n, isPlan: true } as const])
        try {
          const { price } = offerOf(api!.catalog, order);
          judge.prices.shown(process.name, articleOf(order), price);
        } catch (error) {
          codeOf(error);
        }
  }

  #ask(order: PlannedOrder, send: (agreed?: bigint) => void): void {
    const { scheduler, judge, story } = this.world;
    const role = scheduler.random.pick(this.world.up());
    if (!role) return send();
    scheduler.in(this.#way(), role.process, 'quote', () => {
      const asking = role.api?.quotes.execute(quoteOf(order));
      asking?.then(
        ({ price }) => {
          judge.prices.quoted(order.key, articleOf(order), price);
          story.tell(userOf(order.customer), () => `is told ${price} for ${order.key}`);
          this.#agreed.set(order.key, price);
          scheduler.in(this.#way() + (order.thinksMs ?? 0), undefined, 'order', () => send(price));
        },
        (error: unknown) => this.world.coverage.total(`quote ${codeOf(error)}`),
      );
    });
  }

  look(customer: number): void {
    const { scheduler, judge, wiring } = this.world;
    const role = scheduler.random.pick(this.world.up());
    if (!role?.api) return;
    const { wallets } = role.api;
    const userId = userOf(customer);
    const askedAtMs = scheduler.now;
    scheduler.in(this.#way(), role.process, 'look', () => {
      void (wiring.shown?.(wallets, userId) ?? wallets.newest(userId)).then(
        ({ available, held }) => judge.answers.shown(userId, askedAtMs, scheduler.now, available, held),
        () => undefined,
      );
    });
  }

  #send(order: PlannedOrder, { tries, agreed }: Sending): void {
    const { scheduler, judge, story, wiring } = this.world;
    const role = scheduler.random.pick(this.world.up());
    const userId = userOf(order.customer);
    const purchaseId = derivedId(userId, order.key);
    const article = articleOf(order);
    const likeness = `${userId}/${order.phone}/${order.isPlan ? 'plan' : order.amount}`;
    const askedAtMs = scheduler.now;
    const { generation } = this.world.log;
    let over = false;
    const end = (code: string, reference?: string, price?: string): void => {
      if (over) return;
      over = true;
      if (shown) {
        this.world.people?.learns(userId, code, shown);
        judge.people.answered(userId, code, askedAtMs);
      }
      story.tell(
        userId,
        () => `hears ${code}${reference === undefined ? '' : ` ${reference}`} of ${order.key}`,
      );
      if (code === 'WALLET_UNAVAILABLE') judge.versions.unavailable(userId, order.key);
      if (code === 'none') judge.answers.unanswered(purchaseId);
      else
        judge.answers.answered({
          userId,
          purchaseId,
          order: order.key,
          askedAtMs,
          atMs: scheduler.now,
          code,
          reference,
          least: agreed ?? judge.prices.highest(article),
          likeness,
        });
      this.world.coverage.total(`answer ${code}`);
      if (AGAIN.has(code) && tries < TRIES_MAX && !this.#believes(code))
        scheduler.in(500 + scheduler.random.fraction() * 4_000, undefined, 'sent again', () =>
          this.#send(order, { tries: tries + 1, agreed }),
        );
      if (code !== 'PRICE_CHANGED' || price === undefined) return;
      const told = BigInt(price.replace(/\D/g, ''));
      judge.prices.changed(order.key, article, agreed, told);
      if (tries < TRIES_MAX && scheduler.random.chance(0.6))
        this.#ask(order, (next) => this.#send(order, { tries: tries + 1, agreed: next }));
    };
    judge.answers.asked(purchaseId, likeness);
    judge.prices.asked(purchaseId, article, agreed);
    const shown = this.world.people?.shows(userId);
    if (shown) judge.people.asked(purchaseId, { userId, sentAtMs: askedAtMs, ...shown });
    scheduler.in(PATIENCE_MS, undefined, 'gives up', () => end('none'));
    if (!role?.api) return;
    const { api } = role;
    const key = wiring.keyOf?.(order.key, tries) ?? order.key;
    story.tell(
      userId,
      () => `sends ${order.key} (${purchaseId}) at ${agreed ?? 'any price'} to ${role.process.name}`,
    );
    scheduler.in(this.#way(), role.process, 'request', () => {
      const answered = (code: string, reference?: string, price?: string): void => {
        if (!scheduler.random.chance(0.05))
          scheduler.in(this.#way(), undefined, 'answer', () => {
            if (this.world.log.generation === generation) end(code, reference, price);
          });
      };
      const sold = wiring.agreed ? wiring.agreed(agreed) : agreed;
      const { door } = api;
      const buying =
        door && shown
          ? buyAt(
              door,
              { ...shown, key, confirmDuplicate: order.confirmDuplicate, quotedPrice: sold },
              (own) => placed(order, own),
            )
          : api.orders.execute(placed(order, unguarded(order, userId, key, sold)));
      buying.then(
        ({ reference }) => answered('accepted', reference),
        (error: unknown) => answered(codeOf(error), undefined, priceOf(error)),
      );
    });
  }

  #believes(code: string): boolean {
    return code === 'LEDGER_UNAVAILABLE' && this.world.scheduler.random.chance(0.5);
  }

  #way(): number {
    return 1 + this.world.scheduler.random.fraction() * 30;
  }
}

/** Makes a purchase without checking a session or a PIN. */
const unguarded = (
  { confirmDuplicate }: PlannedOrder,
  userId: string,
  key: string,
  quotedPrice: bigint | undefined,
): PurchaseRequest => ({
  user: { userId, tier: 'regular', emailVerified: true, pinMac: 'set' },
  pin: '2468',
  confirmDuplicate,
  idempotencyKey: key,
  quotedPrice,
  correlationId: key,
  actor: { kind: 'user', id: userId },
});

function placed(
  { phone, amount, isPlan }: PlannedOrder,
  order: PurchaseRequest,
): PlaceOrder<'airtime'> | PlaceOrder<'data'> {
  return isPlan
    ? new PlaceOrder('data', order, { network: PLAN.network, plan: PLAN.code, phone })
    : new PlaceOrder('airtime', order, { network: NETWORK, phone, amount });
}

type Bought = Pick<PlannedOrder, 'isPlan' | 'amount'>;

const articleOf = ({ isPlan, amount }: Bought): Article => (isPlan ? 'plan' : { airtime: amount });

const quoteOf = ({ isPlan, amount }: Bought): QuoteOrder<'airtime'> | QuoteOrder<'data'> =>
  isPlan
    ? new QuoteOrder('data', { plan: PLAN.code, tier: 'regular' })
    : new QuoteOrder('airtime', { network: NETWORK, amount, tier: 'regular' });

const offerOf = (prices: PriceList, { isPlan, amount }: Bought): Offer =>
  isPlan
    ? quoteData(prices, { plan: PLAN.code, tier: 'regular' })
    : quoteAirtime(prices, { network: NETWORK, amount, tier: 'regular' });

const priceOf = (error: unknown): string | undefined =>
  error instanceof RuleBroken && typeof error.details?.['price'] === 'string'
    ? error.details['price']
    : undefined;

function codeOf(error: unknown): string {
  if (error instanceof RuleBroken) return error.code;
  if (error instanceof SessionsUnavailable) return 'SESSIONS_UNAVAILABLE';
  if (error instanceof AppendOutcomeUnknown) return 'OUTCOME_UNKNOWN';
  if (error instanceof StoreUnavailable || error instanceof RevisionConflict) return 'LEDGER_UNAVAILABLE';
  if (error instanceof Error && error.message === noKey().message) return 'FAULT';
  throw error;
}
