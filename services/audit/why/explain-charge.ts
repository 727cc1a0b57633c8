import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { PriceSettings } from '../../catalog/installation-prices.js';
import type { ChargeParts, Verdict, WhyCharged } from '../../contracts/admin/why.contract.js';
import { formatNaira } from '../../contracts/money.js';
import { productOf, type Tier } from '../../contracts/services.js';
import { userEvent } from '../../customers/user.events.js';
import { productLabel } from '../../products/products.js';
import { purchaseEvent } from '../../purchases/purchase.events.js';
import type { PurchaseAccepted } from '../../wallet/wallet.events.js';
import { rowOf } from '../explore/event-row.js';
import { CatalogHistory, type CatalogThen } from './catalog-then.js';
import { type PricedAgain, priceAgain } from './price-again.js';
import { ruleWords, settingWords, setBy } from './rule-words.js';
import { type Seller, vendorThen, whyChosen, whySent } from './vendor-then.js';
import { whatFollowed } from './what-followed.js';

export type AcceptedFact = RecordedEvent & RecordedEvent<'PurchaseAccepted', PurchaseAccepted>;

export interface ChargeFacts {
  readonly accepted: AcceptedFact;
  readonly inWallet: readonly RecordedEvent[];
  readonly conversation: readonly RecordedEvent[];
  readonly catalogue: readonly RecordedEvent[];
  readonly catalogueBefore: (event: RecordedEvent) => number;
  readonly customer: readonly RecordedEvent[];
}

export interface Installation {
  readonly prices: PriceSettings;
  /** Vendors by priority. */
  readonly vendors: readonly Seller[];
}

/**
 * Milliseconds until all processes know a changed price rule. Within this time, some processes
 * still sell by the old rule.
 */
const LEARNT_WITHIN_MS = 10_000;
const LATE_MAX = 500;

export function explainCharge(facts: ChargeFacts, { prices, vendors }: Installation): WhyCharged {
  const { accepted, conversation, catalogue } = facts;
  const { data } = accepted;
  const { service, vendor: chosen, userId, purchaseId, reference } = data;
  const product = productOf(data.product);
  const ordered = facts.catalogueBefore(accepted);
  const late = lateOf(catalogue.slice(0, ordered), accepted);
  const history = new CatalogHistory(catalogue, [
    ...Array.from({ length: late + 1 }, (_, before) => ordered - before),
    ...conversation.map(facts.catalogueBefore),
  ]);
  const then = history.at(ordered);
  const charged = chargedOf(data);
  const judged = judge(facts, history, prices, charged);
  const rule = vendorThen(then, service, vendors);
  return {
    purchaseId,
    reference,
    userId,
    service,
    charged,
    product: productLabel(product),
    accepted: rowOf(accepted),
    pinless: data.pinless === true,
    tier: {
      ordered: data.tier,
      inForce: judged.tier?.tier ?? null,
      set: setBy(judged.tier?.event, [], 'seed'),
    },
    verdict: judged.verdict,
    recomputed: judged.again.charge ?? null,
    refused: judged.again.refused,
    change: judged.change ? rowOf(judged.change) : null,
    rules: rulesOf(judged, { service, tier: judged.tier?.tier ?? data.tier }, catalogue, prices),
    vendor: { ...rule, chosen, why: whyChosen(chosen, rule, product, vendors) },
    attempts: conversation.flatMap((event, index) => {
      const started = purchaseEvent(event);
      if (started?.type !== 'AttemptStarted') return [];
      const { attempt, vendor } = started.data;
      const sent = vendorThen(history.at(facts.catalogueBefore(event)), service, vendors);
      const failedBefore = conversation.slice(0, index).findLast(({ type }) => type === 'AttemptFailed');
      const why = whySent({ attempt, vendor }, { chosen, rule: sent, failedBefore });
      return [{ attempt, vendor, event: rowOf(event), why, rule: sent }];
    }),
    followed: [...whatFollowed(conversation, facts.inWallet)],
  };
}

const chargedOf = ({ amount, discount, fee = '0', price, expectedCost }: PurchaseAccepted): ChargeParts => ({
  amount,
  discount,
  fee,
  price,
  expectedCost,
});

const isSame = (one: ChargeParts, other: ChargeParts | undefined): boolean =>
  other !== undefined &&
  (Object.keys(one) as (keyof ChargeParts)[]).every((part) => one[part] === other[part]);

const COST_RULE = 'What the vendor charges for it, as the program knows';

interface TierThen {
  readonly tier: Tier;
  readonly event: RecordedEvent;
}

function tierAfter(customer: readonly RecordedEvent[]): TierThen | undefined {
  let tier: TierThen | undefined;
  for (const event of customer) {
    const known = userEvent(event);
    if (known?.type === 'UserRegistered' || known?.type === 'TierChanged')
      if (tier?.tier !== known.data.tier) tier = { tier: known.data.tier, event };
  }
  return tier;
}

interface Judged {
  readonly verdict: Verdict;
  readonly again: PricedAgain;
  readonly then: CatalogThen;
  readonly tier: TierThen | undefined;
  readonly change: RecordedEvent | undefined;
}

const lateOf = (events: readonly RecordedEvent[], { at }: RecordedEvent): number =>
  events.slice(-LATE_MAX).filter((event) => Date.parse(at) - Date.parse(event.at) < LEARNT_WITHIN_MS).length;

function judge(
  { accepted, customer, catalogue, catalogueBefore }: ChargeFacts,
  history: CatalogHistory,
  prices: PriceSettings,
  charged: ChargeParts,
): Judged {
  const { product, amount, vendor, tier: ordered } = accepted.data;
  const count = catalogueBefore(accepted);
  const before = (changes: number, tiers: number) => {
    const tier = tierAfter(customer.slice(0, customer.length - tiers));
    const then = history.at(count - changes);
    const order = {
      product: productOf(product),
      amount: BigInt(amount),
      vendor,
      tier: tier?.tier ?? ordered,
    };
    const again = priceAgain(order, then, prices);
    return { then, tier, again, holds: order.tier === ordered && isSame(charged, again.charge) };
  };
  const now = before(0, 0);
  if (now.holds) return { ...now, verdict: 'follows', change: undefined };
  const lateChanges = lateOf(catalogue.slice(0, count), accepted);
  const lateTiers = lateOf(customer, accepted);
  for (let changes = 0; changes <= lateChanges; changes += 1)
    for (let tiers = 0; tiers <= lateTiers; tiers += 1) {
      const earlier = before(changes, tiers);
      const change = changes > 0 ? catalogue[count - changes] : customer[customer.length - tiers];
      if (earlier.holds) return { ...earlier, verdict: 'follows-before-change', change };
    }
  const { charge, refused, settings } = now.again;
  const nothing = charge === undefined && refused === '';
  const verdict = nothing ? 'not-recomputed' : settings.length > 0 ? 'setting-differs' : 'does-not-follow';
  return { ...now, verdict, change: undefined };
}

function rulesOf(
  { then, again }: Judged,
  order: Parameters<typeof ruleWords>[2],
  catalogue: readonly RecordedEvent[],
  prices: PriceSettings,
): WhyCharged['rules'] {
  const { readings, settings, programCost } = again;
  const read = readings.flatMap((reading) => {
    const words = ruleWords(reading, then, order);
    return words ? [{ ...words, set: setBy(then.setterOf(reading), catalogue, 'seed') }] : [];
  });
  const cost = programCost === undefined ? [] : [{ rule: COST_RULE, value: formatNaira(programCost) }];
  const bySeed = cost.map((words) => ({ ...words, set: setBy(undefined, [], 'seed') }));
  const bySetting = settings.map((name) => ({
    ...settingWords(name, prices),
    set: setBy(undefined, [], 'setting'),
  }));
  return [...read, ...bySeed, ...bySetting];
}
