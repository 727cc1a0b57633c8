import type { EventOf } from '../ledger-events.js';
import type { Problems } from '../problems.js';
import type { PurchaseRecord } from './purchase-record.js';

type Settlement = EventOf<'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed'>;

/**
 * Checks that a settlement moves exactly the held amount, and books exactly the cost that the
 * vendor stated.
 */
export function checkSettlement(event: Settlement, record: PurchaseRecord, problems: Problems): void {
  const differs = (rule: string, what: string): void =>
    problems.add(rule, event, `${event.type} of ${event.data.purchaseId}: ${what}`);
  const { hold, outcome, sale, service } = record;
  if (service !== undefined && event.data.service !== service)
    differs('settled-wrong', `it was accepted as ${service}, and settled as ${event.data.service}`);
  if (event.type === 'PurchaseReversed') {
    const { price, cost, vendor } = event.data;
    if (sale && price !== sale.price)
      differs('settled-wrong', `${price} kobo were given back of ${sale.price} captured`);
    if (sale && (cost !== sale.cost || vendor !== sale.vendor))
      differs(
        'vendor-cost',
        `vendor ${vendor} gives ${cost} kobo back, vendor ${sale.vendor} was paid ${sale.cost}`,
      );
    return;
  }
  if (hold && hold.userId !== event.data.userId) differs('settled-wrong', `the hold is of ${hold.userId}`);
  const released = event.type === 'PurchaseCaptured' ? event.data.released : undefined;
  const settled = BigInt(event.data.price) + BigInt(released ?? '0');
  if (hold && settled !== BigInt(hold.price))
    differs('settled-wrong', `${settled} kobo were settled of ${hold.price} held`);
  if (event.type !== 'PurchaseCaptured' || !outcome) return;
  const { vendor, cost, price, part } = event.data;
  if (vendor !== outcome.vendor || BigInt(cost) !== outcome.cost)
    differs(
      'vendor-cost',
      `vendor ${outcome.vendor} delivered for ${outcome.cost} kobo, vendor ${vendor} is booked with ${cost}`,
    );
  if (part?.delivered !== outcome.part?.delivered || part?.of !== outcome.part?.of)
    differs('settled-wrong', `the part captured is not the part delivered`);
  // Round the price of a partial delivery down, so that the customer never pays too much.
  if (hold && outcome.part) {
    const share = (BigInt(hold.price) * BigInt(outcome.part.delivered)) / BigInt(outcome.part.of);
    if (BigInt(price) !== share) differs('settled-wrong', `${price} kobo captured for a share of ${share}`);
  }
}
