import {
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { PlaceOrder } from '../purchases/accept/place-order.handler.js';
import { derivedId } from '../purchases/accept/references.js';
import { type PlannedOrder, userOf } from './scenario.js';
import type { World } from './world.js';

/** A customer gives up waiting after this long, and sends the same request again. */
const PATIENCE_MS = 12_000;
const TRIES_MAX = 6;
/** Answers after which the same request is sent again. */
const AGAIN: ReadonlySet<string> = new Set([
  'none',
  'LEDGER_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'WALLET_UNAVAILABLE',
]);

/** People who buy, over a network that loses requests and answers. */
export class Customers {
  constructor(private readonly world: World) {}

  plan(orders: readonly PlannedOrder[]): void {
    const { scheduler } = this.world;
    for (const order of orders) {
      const send = (): void => {
        for (let tap = 0; tap < order.taps; tap += 1) this.#send(order, 1);
      };
      scheduler.in(order.atMs, undefined, 'order', send);
      if (order.againAfterMs !== undefined)
        scheduler.in(order.atMs + order.againAfterMs, undefined, 'order again', () => this.#send(order, 1));
    }
  }

  /** Looks at a balance. */
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

  #send(order: PlannedOrder, tries: number): void {
    const { scheduler, judge, story, wiring } = this.world;
    const role = scheduler.random.pick(this.world.up());
    const userId = userOf(order.customer);
    const purchaseId = derivedId(userId, order.key);
    const likeness = `${userId}/${order.phone}/${order.amount}`;
    const askedAtMs = scheduler.now;
    let over = false;
    const end = (code: string, reference?: string): void => {
      if (over) return;
      over = true;
      story.tell(
        userId,
        () => `hears ${code}${reference === undefined ? '' : ` ${reference}`} of ${order.key}`,
      );
      if (code === 'none') judge.answers.unanswered(purchaseId);
      else
        judge.answers.answered({
          ...{ userId, purchaseId, order: order.key, askedAtMs, atMs: scheduler.now, code, reference },
          ...{ least: order.amount, likeness },
        });
      this.world.coverage.total(`answer ${code}`);
      if (AGAIN.has(code) && tries < TRIES_MAX && !this.#believes(code))
        scheduler.in(500 + scheduler.random.fraction() * 4_000, undefined, 'sent again', () =>
          this.#send(order, tries + 1),
        );
    };
    judge.answers.asked(purchaseId, likeness);
    scheduler.in(PATIENCE_MS, undefined, 'gives up', () => end('none'));
    if (!role?.api) return;
    const { api } = role;
    const key = wiring.keyOf?.(order.key, tries) ?? order.key;
    story.tell(userId, () => `sends ${order.key} (${purchaseId}) to ${role.process.name}`);
    scheduler.in(this.#way(), role.process, 'request', () => {
      const answered = (code: string, reference?: string): void => {
        if (!scheduler.random.chance(0.05))
          scheduler.in(this.#way(), undefined, 'answer', () => end(code, reference));
      };
      api.orders.execute(placed(order, userId, key)).then(
        ({ reference }) => answered('accepted', reference),
        (error: unknown) => answered(codeOf(error)),
      );
    });
  }

  /** Whoever is told that nothing was charged may leave it at that. */
  #believes(code: string): boolean {
    return code === 'LEDGER_UNAVAILABLE' && this.world.scheduler.random.chance(0.5);
  }

  #way(): number {
    return 1 + this.world.scheduler.random.fraction() * 30;
  }
}

const placed = (
  { phone, amount, confirmDuplicate }: PlannedOrder,
  userId: string,
  key: string,
): PlaceOrder<'airtime'> =>
  new PlaceOrder(
    'airtime',
    {
      user: { userId, tier: 'regular', emailVerified: true, pinMac: 'set' },
      ...{ pin: '2468', confirmDuplicate, idempotencyKey: key },
      ...{ correlationId: key, actor: { kind: 'user', id: userId } },
    },
    { network: 1, phone, amount },
  );

/** As the filter of the api turns failures into codes. */
function codeOf(error: unknown): string {
  if (error instanceof RuleBroken) return error.code;
  if (error instanceof AppendOutcomeUnknown) return 'OUTCOME_UNKNOWN';
  if (error instanceof StoreUnavailable || error instanceof RevisionConflict) return 'LEDGER_UNAVAILABLE';
  throw error;
}
