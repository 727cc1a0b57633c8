import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { HeldProbes } from '../../catalog/routing/held-probes.js';
import { SEED } from '../../catalog/seed/seed.js';
import { RecentRecipients } from '../../customers/beneficiaries/recent-recipients.js';
import type { PayoutDelay } from '../../customers/payouts/payout-delay.decider.js';
import type { ProductOrder } from '../../products/product.js';
import { PIN, placeOrders } from '../testing/place-orders.js';
import { PLAIN_VAULT, PurchaseWorld } from '../testing/purchase-world.js';
import type { Buyer, PlaceOrderHandler } from './place-order.handler.js';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-01T11:00:00.000Z');
const DELAY: PayoutDelay = { why: 'email-changed', since: NOON, until: NOON + 2 * HOUR };
const ADA: Buyer = { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' };
const DELAYED: Buyer = { ...ADA, payoutDelays: [DELAY] };
const RESET: Buyer = { ...ADA, payoutDelays: [{ ...DELAY, why: 'pin-reset' }] };

const order = (service: 'airtime' | 'transfer', recipient: string): ProductOrder => ({
  service,
  recipient: service === 'transfer' ? `058/${recipient}` : recipient,
  what: '50000',
  also: '',
  shownRecipient: recipient,
  sealed: { recipient },
  offer: () => ({
    product:
      service === 'transfer'
        ? { service, bankCode: '058', bankName: 'GTBank' }
        : { service: 'airtime', network: 1 },
    amount: 500_00n,
    discount: 0n,
    price: 500_00n,
    expectedCost: 497_50n,
    vendor: 1,
  }),
});

let handler: PlaceOrderHandler;
let key = 0;
beforeEach(async () => {
  const store = new MemoryEventStore();
  const world = new PurchaseWorld(store);
  await world.fund('ada', 50_000_00n);
  handler = placeOrders({
    wallets: world.wallets,
    prices: { probes: new HeldProbes(), state: { ...SEED, pricesConfirmed: true } },
    recipients: new RecentRecipients(store, { ...PLAIN_VAULT }),
  });
});

const buy = (
  user: Buyer,
  service: 'airtime' | 'transfer',
  recipient: string,
  at = NOON + HOUR,
  idempotencyKey = `key-${(key += 1)}`,
) =>
  handler
    .accept(
      {
        user,
        pin: PIN,
        confirmDuplicate: true,
        idempotencyKey,
        correlationId: 'request',
        actor: { kind: 'user', id: 'ada' },
      },
      order(service, recipient),
      new Date(at),
    )
    .then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );

describe('after staff changed the email', () => {
  it('money goes to recipients from before only, and to no bank', async () => {
    expect(await buy(ADA, 'airtime', '+2348031234567', NOON - HOUR)).toBe('accepted');
    expect(await buy(ADA, 'transfer', '0123456789', NOON - HOUR)).toBe('accepted');
    expect(await buy(DELAYED, 'airtime', '+2348031234567')).toBe('accepted');
    expect(await buy(DELAYED, 'airtime', '+2348039999999')).toBe('PAYOUTS_WAIT_EMAIL');
    expect(await buy(DELAYED, 'transfer', '0123456789')).toBe('PAYOUTS_WAIT_EMAIL');
  });

  it('a recipient of the time since does not count as known', async () => {
    expect(await buy(ADA, 'airtime', '+2348039999999', NOON + 1)).toBe('accepted');
    expect(await buy(DELAYED, 'airtime', '+2348039999999')).toBe('PAYOUTS_WAIT_EMAIL');
  });

  it('a repeated order from before keeps its answer, and everything is free again in the end', async () => {
    expect(await buy(ADA, 'transfer', '0123456789', NOON - HOUR, 'same')).toBe('accepted');
    expect(await buy(DELAYED, 'transfer', '0123456789', NOON + HOUR, 'same')).toBe('accepted');
    expect(await buy(DELAYED, 'transfer', '0123456789', NOON + 2 * HOUR)).toBe('accepted');
  });

  it('a wrong PIN is told first', async () => {
    const wrong = { ...DELAYED, pinMac: undefined } as unknown as Buyer;
    expect(await buy(wrong, 'transfer', '0123456789')).toBe('PIN_NOT_SET');
  });
});

describe('after a PIN reset', () => {
  it('a transfer goes to a known account of the same bank only', async () => {
    expect(await buy(ADA, 'transfer', '0123456789', NOON - HOUR)).toBe('accepted');
    expect(await buy(RESET, 'transfer', '0123456789')).toBe('accepted');
    expect(await buy(RESET, 'transfer', '0999999999')).toBe('PAYOUTS_WAIT_PIN');
    expect(await buy(RESET, 'airtime', '+2348039999999')).toBe('accepted');
  });
});
