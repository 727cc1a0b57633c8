import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { EPOCH } from '../../../infra/simulation/simulated-host.js';
import { PLAN } from '../shop/shop-plan.js';
import type { Violations } from './violations.js';

export type Article = { readonly airtime: bigint } | 'plan';

interface Prices {
  readonly atMs: number;
  readonly plan: { readonly price: bigint; readonly cost: bigint };
  readonly discountBp: Readonly<Record<string, bigint>>;
  /** Services that may be sold below our own cost. */
  readonly below: ReadonlySet<string>;
}

interface Asked {
  readonly article: Article;
  readonly agreed: bigint | undefined;
}

interface Scheduled {
  readonly takesEffectMs: number;
  over: boolean;
}

const WHOLE_BP = 10_000n;
const COMMISSION_BP = 300n;
const DISCOUNTS_BP = { airtime: 100n, data: 100n };
const SOON_MS = 45_000;

/** Checks each quote and each charge against the prices that the log states. */
export class PriceJudge {
  readonly #history: Prices[] = [
    {
      atMs: -Infinity,
      plan: { price: PLAN.price, cost: PLAN.cost },
      below: new Set(),
      discountBp: DISCOUNTS_BP,
    },
  ];
  readonly #asked = new Map<string, Asked[]>();
  readonly #scheduled = new Map<string, Scheduled>();

  constructor(
    private readonly violations: Violations,
    private readonly now: () => number,
    /** Largest difference between clocks. */
    private readonly skewMs: number,
  ) {}

  add(event: RecordedEvent): void {
    if (event.stream === 'catalog') this.#change(event);
    else if (event.type === 'PurchaseAccepted') this.#charged(event);
  }

  reset(): void {
    this.#history.push({ ...this.#history[0]!, atMs: this.now() });
    this.#scheduled.clear();
  }

  quoted(order: string, article: Article, price: bigint): void {
    this.violations.expect(
      this.#wasEver(article, price),
      'quoted-is-listed',
      () => `${order} was quoted at ${price}, which it never cost`,
    );
  }

  asked(purchaseId: string, article: Article, agreed: bigint | undefined): void {
    this.#asked.set(purchaseId, [...(this.#asked.get(purchaseId) ?? []), { article, agreed }]);
  }

  changed(order: string, article: Article, agreed: bigint | undefined, told: bigint): void {
    this.violations.expect(
      agreed !== undefined && agreed !== told && this.#wasEver(article, told),
      'refused-for-another-price',
      () => `${order}, agreed at ${agreed ?? 'nothing'}, is said to cost ${told} now`,
    );
  }

  shown(process: string, article: Article, price: bigint): void {
    const newest = priceAt(this.#history.at(-1)!, article);
    this.violations.expect(
      price === newest,
      'price-lists-follow',
      () => `${process} sells it for ${price}, and it costs ${newest ?? 'nothing that is sold'}`,
    );
  }

  highest(article: Article): bigint {
    let most = 0n;
    for (const prices of this.#history) {
      const price = priceAt(prices, article) ?? 0n;
      if (price > most) most = price;
    }
    return most;
  }

  finish(): void {
    for (const [id, { takesEffectMs, over }] of this.#scheduled)
      this.violations.expect(
        over || takesEffectMs > this.now() - SOON_MS,
        'scheduled-takes-effect',
        () => `what was scheduled as ${id} for ${takesEffectMs} has come to nothing`,
      );
  }

  #wasEver(article: Article, price: bigint): boolean {
    return this.#history.some((prices) => priceAt(prices, article) === price);
  }

  #charged({ data }: RecordedEvent): void {
    const purchaseId = String(data['purchaseId']);
    const asked = this.#asked.get(purchaseId);
    if (asked === undefined) return;
    const price = BigInt(String(data['price']));
    this.violations.expect(
      asked.some(({ agreed }) => agreed === undefined || agreed === price),
      'charged-as-quoted',
      () =>
        `${purchaseId} was agreed at ${asked.map(({ agreed }) => agreed).join(' or ')}, and costs ${price}`,
    );
    this.violations.expect(
      asked.some(
        ({ article, agreed }) => (agreed === undefined || agreed === price) && this.#wasEver(article, price),
      ),
      'charged-as-listed',
      () => `${purchaseId} was charged ${price}, which it never cost`,
    );
  }

  #change({ type, data, at, id, position }: RecordedEvent): void {
    const before = this.#history.at(-1)!;
    const next = (changed: Partial<Prices>): void =>
      void this.#history.push({ ...before, ...changed, atMs: this.now() });
    const service = String(data['service']);
    const scheduleId = data['scheduleId'];
    if (type !== 'PriceChangeScheduled' && typeof scheduleId === 'string')
      this.#takesEffect(type, scheduleId, Date.parse(at) - EPOCH);
    switch (type) {
      case 'DataPlanSet': {
        const { plan, was } = data as unknown as {
          plan: { code: number; price: string; cost: string };
          was: { price: string } | null;
        };
        if (plan.code !== PLAN.code) return;
        this.violations.expect(
          was?.price === String(before.plan.price),
          'changed-from-what-it-was',
          () =>
            `the price at ${position} is said to have been ${was?.price ?? 'none'}, and was ${before.plan.price}`,
        );
        return next({ plan: { price: BigInt(plan.price), cost: BigInt(plan.cost) } });
      }
      case 'DiscountSet':
        return next({
          discountBp: { ...before.discountBp, [service]: BigInt(Number(data['basisPoints'])) },
        });
      case 'SellingBelowCostSwitched': {
        const below = new Set(before.below);
        if (data['allowed'] === true) below.add(service);
        else below.delete(service);
        return next({ below });
      }
      case 'PriceChangeScheduled':
        this.#scheduled.set(id, {
          takesEffectMs: Date.parse(String(data['takesEffect'])) - EPOCH,
          over: false,
        });
        return;
      default:
    }
  }

  #takesEffect(type: string, id: string, atMs: number): void {
    const known = this.#scheduled.get(id);
    this.violations.expect(
      known?.over === false,
      'scheduled-once',
      () => `${type} follows from ${id}, which is ${known ? 'over' : 'unheard of'}`,
    );
    if (!known) return;
    known.over = true;
    this.violations.expect(
      type === 'PriceChangeCancelled' ||
        (atMs >= known.takesEffectMs && this.now() >= known.takesEffectMs - this.skewMs),
      'scheduled-not-before',
      () => `${type} was stored at ${atMs}, and is for ${known.takesEffectMs}`,
    );
  }
}

function priceAt({ plan, discountBp, below }: Prices, article: Article): bigint | undefined {
  const isPlan = article === 'plan';
  const service = isPlan ? 'data' : 'airtime';
  const list = isPlan ? plan.price : article.airtime;
  const cost = isPlan ? plan.cost : list - (list * COMMISSION_BP) / WHOLE_BP;
  const discounted = (list * (WHOLE_BP - (discountBp[service] ?? 0n))) / WHOLE_BP;
  if (below.has(service)) return discounted;
  if (list < cost) return undefined;
  return discounted < cost ? cost : discounted;
}
