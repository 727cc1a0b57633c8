import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { Pins } from '../../customers/pin/pins.js';
import { Catalog } from '../../catalog/catalog.js';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import type { PurchaseAccepted } from '../../wallet/wallet.events.js';
import { PLAIN_VAULT, PurchaseWorld } from '../testing/purchase-world.js';
import { AcceptOrder, type Buyer } from './accept-order.js';
import type { PlaceOrderHandler } from './place-order.handler.js';
import { PlaceOrder } from './place-order.handler.js';
import { placeOrders } from '../testing/place-orders.js';

type AirtimeOrder = PlaceOrder<'airtime'>['order'] & PlaceOrder<'airtime'>['asked'];

const ADA: Buyer = { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' };
const NOW = new Date('2026-03-01T09:00:00.000Z');
const PIN = '4826';
const ORDER: AirtimeOrder = {
  user: ADA,
  network: 1,
  phone: '08031234567',
  amount: 100_00n,
  pin: PIN,
  confirmDuplicate: false,
  idempotencyKey: 'key-1',
  correlationId: 'request',
  actor: { kind: 'user', id: 'ada' },
};

describe('buying airtime', () => {
  let store: MemoryEventStore;
  let orders: AcceptOrder;
  let handler: PlaceOrderHandler;

  beforeEach(async () => {
    store = new MemoryEventStore();
    const world = new PurchaseWorld(store);
    await world.fund('ada', 1_000_00n);
    const pins: Pick<Pins, 'check'> = {
      check: (user, pin) => {
        if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
        if (pin !== PIN) throw new RuleBroken('PIN_INCORRECT', { attemptsLeft: 4 });
      },
    };
    const vault = { ...PLAIN_VAULT, personMac: (person: string, text: string) => `mac:${person}:${text}` };
    const settings = {
      VENDORS_FILE: undefined,
      sandboxUrl: 'http://127.0.0.1:4010',
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
    };
    orders = new AcceptOrder(world.wallets, pins as Pins, vault as unknown as KeyVault, {
      PINLESS_DAILY_LIMIT: '10000',
    });
    handler = placeOrders({ orders, prices: new Catalog(settings) });
  });

  const buy = (changes: Partial<AirtimeOrder> = {}, now = NOW) => {
    const order = { ...ORDER, ...changes };
    return handler.execute(new PlaceOrder('airtime', order, order, now));
  };
  const accepted = async (): Promise<PurchaseAccepted[]> =>
    (await store.readStream('wallet-ada'))
      .filter(({ type }) => type === 'PurchaseAccepted')
      .map(({ data }) => data as unknown as PurchaseAccepted);
  const refused = async (order: Partial<AirtimeOrder>, code: ErrorCode): Promise<void> => {
    const before = (await accepted()).length;
    await expect(buy(order)).rejects.toMatchObject({ code });
    expect(await accepted()).toHaveLength(before);
  };

  it('holds the price, encrypts the number, and answers with a reference', async () => {
    const answer = await buy();
    expect(answer).toEqual({
      status: true,
      message: expect.any(String),
      reference: expect.stringMatching(/^NL/),
      transaction_status: 'Pending',
    });
    const [purchase] = await accepted();
    expect(purchase).toMatchObject({
      reference: answer.reference,
      service: 'airtime',
      product: { network: 1 },
      vendor: 1,
      tier: 'regular',
      amount: '10000',
      price: '9900',
      discount: '100',
      expectedCost: '9700',
      availableAfter: '90100',
      heldAfter: '9900',
      sealed: JSON.stringify({ recipient: '+2348031234567' }),
    });
    const { sealed: _sealed, duplicateKey: _key, ...clear } = purchase!;
    expect(JSON.stringify(clear)).not.toContain('8031234567');
  });

  it('buys once and repeats the answer for the same key and any spelling of the number', async () => {
    const first = await buy();
    expect(
      await Promise.all(['08031234567', '+2348031234567', '2348031234567'].map((phone) => buy({ phone }))),
    ).toEqual([first, first, first]);
    expect(await accepted()).toHaveLength(1);
  });

  it('checks the PIN before it repeats an answer', async () => {
    await buy();
    await refused({ pin: '0000' }, 'PIN_INCORRECT');
  });

  it.each<[string, Partial<AirtimeOrder>]>([
    ['number', { phone: '08051234567' }],
    ['amount', { amount: 200_00n }],
    ['network', { network: 2 }],
  ])('refuses the same key for another %s', async (_, changes) => {
    await buy();
    await refused(changes, 'IDEMPOTENCY_CONFLICT');
  });

  it('keeps the keys of different customers apart', async () => {
    await buy();
    await expect(buy({ user: { ...ADA, userId: 'bob' } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
  });

  it('asks for a confirmation of an equal purchase within two minutes', async () => {
    await buy();
    await refused({ idempotencyKey: 'key-2' }, 'POSSIBLE_DUPLICATE');
    await buy({ idempotencyKey: 'key-2', confirmDuplicate: true });
    await buy({ idempotencyKey: 'key-3' }, new Date(NOW.getTime() + 120_001));
    expect(await accepted()).toHaveLength(3);
  });

  it('names the recipient of the duplicate, as the customer writes it', async () => {
    await buy();
    await expect(buy({ idempotencyKey: 'key-2' })).rejects.toThrow('₦100.00 to 08031234567');
  });

  it.each<[ErrorCode, Partial<AirtimeOrder>]>([
    ['EMAIL_NOT_VERIFIED', { user: { ...ADA, emailVerified: false } }],
    ['PIN_NOT_SET', { user: { userId: 'ada', tier: 'regular', emailVerified: true } }],
    ['PIN_INCORRECT', { pin: '1111' }],
    ['INVALID_PHONE', { phone: '0803123456' }],
    ['AMOUNT_BELOW_MIN', { amount: 49_99n }],
    ['AMOUNT_ABOVE_MAX', { amount: 50_000_01n }],
    ['INSUFFICIENT_FUNDS', { amount: 2_000_00n }],
  ])('is refused with %s and stores nothing', (code, order) => refused(order, code));
});
