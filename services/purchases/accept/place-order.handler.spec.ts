import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { until } from '../../../infra/testing/until.js';
import { Catalog } from '../../catalog/catalog.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import type { SendingHold } from '../../catalog/catalog.state.js';
import { SEED } from '../../catalog/seed/seed.js';
import { HeldProbes } from '../../catalog/routing/held-probes.js';
import { type ErrorCode, RuleBroken } from '../../contracts/errors.js';
import type { ProofVerdict } from '../../customers/passkeys/passkeys.js';
import type { Offer, ProductOrder } from '../../products/product.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { vendorRequestFor } from '../../products/products.js';
import { loadConfig } from '../../runtime/config.js';
import type { PurchaseAccepted } from '../../wallet/wallet.events.js';
import { PIN, placeOrders } from '../testing/place-orders.js';
import { PurchaseWorld } from '../testing/purchase-world.js';
import {
  type Buyer,
  PlaceOrder,
  type PlaceOrderHandler,
  type PurchaseRequest,
} from './place-order.handler.js';
import { derivedId } from './references.js';

const ADA: Buyer = { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' };
const ORDER: PurchaseRequest = {
  user: ADA,
  pin: PIN,
  confirmDuplicate: false,
  idempotencyKey: 'key-1',
  correlationId: 'request',
  actor: { kind: 'user', id: 'ada' },
};

let store: MemoryEventStore;
let world: PurchaseWorld;
let handler: PlaceOrderHandler;
async function fund(kobo: bigint): Promise<void> {
  store = new MemoryEventStore();
  world = new PurchaseWorld(store);
  await world.fund('ada', kobo);
}
const accepted = async (): Promise<PurchaseAccepted[]> =>
  (await store.readStream('wallet-ada'))
    .filter(({ type }) => type === 'PurchaseAccepted')
    .map(({ data }) => data as unknown as PurchaseAccepted);

// Longer than any run of digits in an id or time, so the number cannot occur by chance.
const CLIENT = '771284019362584';
const OFFER: Offer = {
  product: { service: 'bet', platform: 'BET9JA', codes: {} },
  amount: 500_00n,
  discount: 0n,
  price: 500_00n,
  expectedCost: 497_50n,
  vendor: 1,
};
const WANTED: ProductOrder = {
  service: 'bet',
  recipient: CLIENT,
  what: '50000',
  also: 'BET9JA',
  shownRecipient: CLIENT,
  sealed: { recipient: CLIENT },
  offer: () => OFFER,
  pinOptional: true,
};
const off = (): never => {
  throw new RuleBroken('SERVICE_OFF', { service: 'Bet funding' });
};
const NOON = new Date('2026-03-01T11:00:00.000Z');

describe('accepting an order', () => {
  let isLocked: boolean;
  let hold: SendingHold | undefined;
  let confirmed: boolean;
  let busy: boolean;
  let signature: ProofVerdict | RuleBroken;
  beforeEach(async () => {
    await fund(50_000_00n);
    isLocked = false;
    signature = 'fresh';
    hold = undefined;
    confirmed = true;
    busy = false;
    handler = placeOrders({
      wallets: world.wallets,
      backlog: {
        require: (_vendor, service) => {
          if (busy) throw new RuleBroken('VENDORS_BUSY', { service, seconds: 30 });
        },
      },
      prices: {
        probes: new HeldProbes(),
        get state() {
          return { ...SEED, pricesConfirmed: confirmed, ...(hold && { sendingHold: hold }) };
        },
      },
      requireUnlocked: () => {
        if (isLocked) throw new RuleBroken('PIN_LOCKED');
      },
      passkeys: {
        check: async () => {
          if (signature instanceof RuleBroken) throw signature;
          return signature;
        },
      },
    });
  });

  const accept = (order: Partial<PurchaseRequest> = {}, wanted: Partial<ProductOrder> = {}) =>
    handler.accept({ ...ORDER, ...order }, { ...WANTED, ...wanted }, NOON);

  it('stores the product without the recipient', async () => {
    await accept();
    const [purchase] = await accepted();
    expect(purchase).toMatchObject({ service: 'bet', product: OFFER.product, vendor: 1, price: '50000' });
    const { sealed, duplicateKey: _key, ...clear } = purchase!;
    expect(sealed).toContain(CLIENT);
    expect(JSON.stringify(clear)).not.toContain(CLIENT);
    expect(purchase).not.toHaveProperty('pinless');
    expect(purchase).not.toHaveProperty('fee');
  });

  it('for the house waits for a second administrator, while a repeated order keeps its answer', async () => {
    await world.fund(HOUSE_USER_ID, 50_000_00n);
    const asked: unknown[] = [];
    let refused = false;
    const house = {
      permit: async (order: object, { actor }: { readonly actor: object }) => {
        asked.push({ ...order, actor });
        if (refused) throw new RuleBroken('HOUSE_APPROVAL');
      },
    };
    handler = placeOrders({
      wallets: world.wallets,
      prices: { probes: new HeldProbes(), state: { ...SEED, pricesConfirmed: true } },
      house,
    });
    const by = {
      user: { ...ADA, userId: HOUSE_USER_ID },
      pin: undefined,
      actor: { kind: 'admin', id: 'grace' } as const,
    };
    const first = await accept(by);
    refused = true;
    expect(await accept(by)).toEqual(first);
    await expect(accept({ ...by, idempotencyKey: 'key-2', confirmDuplicate: true })).rejects.toMatchObject({
      code: 'HOUSE_APPROVAL',
    });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({ price: 500_00n, recipient: CLIENT, actor: { id: 'grace' } });
  });

  it('without the PIN spends up to the daily limit', async () => {
    await accept({ pin: undefined });
    await accept({ pin: undefined, idempotencyKey: 'key-2', confirmDuplicate: true });
    await expect(
      accept({ pin: undefined, idempotencyKey: 'key-3', confirmDuplicate: true }),
    ).rejects.toMatchObject({ code: 'PINLESS_LIMIT' });
    await accept({ idempotencyKey: 'key-3', confirmDuplicate: true });
    expect((await accepted()).map(({ pinless }) => pinless)).toEqual([true, true, undefined]);
  });

  it('without the PIN is refused while the PIN is locked', async () => {
    isLocked = true;
    await expect(accept({ pin: undefined })).rejects.toMatchObject({ code: 'PIN_LOCKED' });
    expect(await accepted()).toEqual([]);
  });

  it('without the PIN is refused where a PIN is required, and to a customer without one', async () => {
    const { pinOptional: _optional, ...pinned } = WANTED;
    await expect(handler.accept({ ...ORDER, pin: undefined }, pinned, NOON)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const { pinMac: _mac, ...user } = ORDER.user;
    await expect(accept({ pin: undefined, user })).rejects.toMatchObject({ code: 'PIN_NOT_SET' });
    expect(await accepted()).toEqual([]);
  });

  describe('signed by a device', () => {
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const proof = { price: 500_00n, id: 'key', response };
    const by = { pin: undefined, approval: { proof, orderDigest: 'digest' } };

    it('is accepted like an order with the PIN', async () => {
      await accept(by);
      const [purchase] = await accepted();
      expect(purchase).toMatchObject({ price: '50000' });
      expect(purchase).not.toHaveProperty('pinless');
    });

    it('is refused with the reason of the signature check', async () => {
      signature = new RuleBroken('PASSKEY_REFUSED', { attemptsLeft: 4 });
      await expect(accept(by)).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
      expect(await accepted()).toEqual([]);
    });

    it('buys nothing the second time, and repeats the first answer', async () => {
      signature = 'spent';
      await expect(accept(by)).rejects.toMatchObject({ code: 'PASSKEY_EXPIRED' });
      expect(await accepted()).toEqual([]);
      signature = 'fresh';
      const first = await accept(by);
      signature = 'spent';
      expect(await accept(by)).toEqual(first);
      await expect(accept(by, { recipient: '7713' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      expect(await accepted()).toHaveLength(1);
    });

    it('buys at the signed price', async () => {
      const dearer = { ...proof, price: 499_00n };
      await expect(
        accept({ ...by, quotedPrice: 500_00n, approval: { proof: dearer, orderDigest: 'digest' } }),
      ).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
      expect(await accepted()).toEqual([]);
    });
  });

  it('repeats the answer to an accepted order, though its product is off sale', async () => {
    const first = await accept();
    expect(await accept({}, { offer: off })).toEqual(first);
    // The wallet drops settled purchases; the stream of the purchase keeps them.
    world.start();
    await until(async () => (await world.wallets.load('ada')).open.size === 0, 'it is settled');
    await world.worker?.stop();
    expect(await accept({}, { offer: off })).toEqual(first);
    expect(await accepted()).toHaveLength(1);
  });

  it('refuses another order under the same key, whether its product is on sale or not', async () => {
    await accept();
    for (const offer of [WANTED.offer, off])
      await expect(accept({}, { offer, recipient: '7713' })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
  });

  it('buys at the quoted price, and asks again when the price has changed', async () => {
    await expect(accept({ quotedPrice: 499_00n })).rejects.toThrow(
      'The price is now ₦500.00. Please confirm.',
    );
    expect(await accepted()).toEqual([]);
    const first = await accept({ quotedPrice: 500_00n });
    // A repeat of an order stays the same order after a price change.
    const dearer = (): Offer => ({ ...OFFER, amount: 510_00n, price: 510_00n });
    expect(await accept({ quotedPrice: 500_00n }, { offer: dearer })).toEqual(first);
    expect(await accepted()).toHaveLength(1);
  });

  it('gives a new order of a product off sale the reason of the refusal', async () => {
    await expect(accept({}, { offer: off })).rejects.toMatchObject({ code: 'SERVICE_OFF' });
    expect(await accepted()).toEqual([]);
  });

  it('refuses new orders while sending is held after a restore, and answers a repeat as before', async () => {
    const first = await accept();
    const held = { id: 'h', held: true, since: 0, before: 0, by: 'command-line', reason: 'Restored' };
    hold = held;
    expect(await accept()).toEqual(first);
    const another = { idempotencyKey: 'key-2', confirmDuplicate: true };
    await expect(accept(another)).rejects.toMatchObject({ code: 'SALES_HELD' });
    expect(await accepted()).toHaveLength(1);
    hold = { ...held, held: false };
    await accept(another);
    expect(await accepted()).toHaveLength(2);
  });

  it('refuses new orders while too many wait at the vendor, and answers a repeat as before', async () => {
    const first = await accept();
    busy = true;
    expect(await accept()).toEqual(first);
    const another = { idempotencyKey: 'key-2', confirmDuplicate: true };
    await expect(accept(another)).rejects.toMatchObject({
      code: 'VENDORS_BUSY',
      details: { service: 'Bet funding' },
    });
    expect(await accepted()).toHaveLength(1);
    busy = false;
    await accept(another);
    expect(await accepted()).toHaveLength(2);
  });

  it('refuses orders of a new ledger until its prices are confirmed', async () => {
    confirmed = false;
    await expect(accept()).rejects.toMatchObject({ code: 'PRICES_NOT_CONFIRMED' });
    expect(await accepted()).toEqual([]);
    confirmed = true;
    await accept();
    expect(await accepted()).toHaveLength(1);
  });

  describe('that may be a duplicate', () => {
    const context = { actor: ORDER.actor, correlationId: 'later', causationId: 'later', now: NOON };
    const refusedAgain = () =>
      accept({ idempotencyKey: 'again' }).then(
        () => undefined,
        (refusal: unknown) => refusal as RuleBroken,
      );

    it('is refused with the reference of the earlier purchase: open, delivered, or far back', async () => {
      const { reference } = await accept();
      const named = { code: 'POSSIBLE_DUPLICATE', details: { earlier_reference: reference } };
      expect(await refusedAgain()).toMatchObject(named);
      await world.wallets.handle(
        'ada',
        { type: 'CapturePurchase', purchaseId: derivedId('ada', 'key-1'), vendor: 1, cost: 1n },
        context,
      );
      expect(await refusedAgain()).toMatchObject(named);
      const cheap = (): Offer => ({ ...OFFER, price: 1_00n });
      for (let other = 0; other < 600; other += 1)
        await accept({ idempotencyKey: `other-${other}` }, { recipient: `${other}`, offer: cheap });
      expect(await refusedAgain()).toMatchObject(named);
    });

    it('is refused with the newer of two references, and without one when the look-up fails', async () => {
      await accept();
      const second = await accept({ idempotencyKey: 'key-2', confirmDuplicate: true });
      expect((await refusedAgain())?.details).toMatchObject({ earlier_reference: second.reference });
      for (const key of ['key-1', 'key-2'])
        await world.wallets.handle(
          'ada',
          { type: 'CapturePurchase', purchaseId: derivedId('ada', key), vendor: 1, cost: 1n },
          context,
        );
      store.readStream = () => Promise.reject(new Error('away'));
      const refusal = await refusedAgain();
      expect(refusal?.code).toBe('POSSIBLE_DUPLICATE');
      expect(refusal?.details).not.toHaveProperty('earlier_reference');
    });
  });

  it('distinguishes personal texts without storing them', async () => {
    await accept({}, { alsoPersonal: 'for the rent' });
    await expect(accept({}, { alsoPersonal: 'for the car' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(JSON.stringify(await accepted())).not.toContain('rent');
  });

  it('holds the fee together with the price', async () => {
    await accept({}, { offer: () => ({ ...OFFER, fee: 25_00n, price: 525_00n }) });
    expect(await accepted()).toMatchObject([{ amount: '50000', fee: '2500', price: '52500' }]);
  });

  describe('that probes a paused vendor', () => {
    let taken: number;
    beforeEach(() => {
      taken = 0;
      const take = () => {
        taken += 1;
        return () => void (taken -= 1);
      };
      handler = placeOrders({
        wallets: world.wallets,
        prices: { probes: Object.assign(new HeldProbes(), { take }), state: SEED },
      });
    });
    const tries = (order: Partial<PurchaseRequest> = {}, wanted: Partial<ProductOrder> = {}) =>
      accept(order, wanted).then(
        () => taken,
        () => taken,
      );

    it('takes the probe, and returns it when the order is refused or repeated', async () => {
      expect(await tries()).toBe(1);
      expect(await tries()).toBe(1);
      expect(await tries({ idempotencyKey: 'key-2' })).toBe(1);
      const dear = { ...OFFER, price: 900_000_00n };
      expect(await tries({ idempotencyKey: 'key-3' }, { offer: () => dear, recipient: '7713' })).toBe(1);
      expect(await tries({ idempotencyKey: 'key-4' }, { offer: off, recipient: '7714' })).toBe(1);
      expect(await tries({ idempotencyKey: 'key-5' }, { recipient: '7715' })).toBe(2);
    });
  });
});

type AirtimeOrder = PlaceOrder<'airtime'>['order'] & PlaceOrder<'airtime'>['asked'];

describe('buying airtime', () => {
  const airtime: AirtimeOrder = { ...ORDER, network: 1, phone: '08031234567', amount: 100_00n };
  beforeEach(async () => {
    await fund(1_000_00n);
    const settings = {
      VENDORS_FILE: undefined,
      sandboxUrl: 'http://127.0.0.1:4010',
      VTPASS_PUBLIC_KEY: 'p',
      VTPASS_SECRET_KEY: 's',
    };
    handler = placeOrders({ wallets: world.wallets, prices: new Catalog(settings) });
  });

  const buy = (changes: Partial<AirtimeOrder> = {}, now = NOON) => {
    const order = { ...airtime, ...changes };
    return handler.execute(new PlaceOrder('airtime', order, order, now));
  };
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
    await buy({ idempotencyKey: 'key-3' }, new Date(NOON.getTime() + 120_001));
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

const TRANSFER = { bankCode: '058', accountNumber: '0123456789', amount: 200_00n, narration: ' Rent ' };
const BET = { platform: 'BET9JA', clientId: '77121234', amount: 100_00n } as const;

describe('an order passed to `accept`', () => {
  let wanted: ProductOrder;
  let lookUp: () => Promise<{ name: string; bankName: string }>;

  beforeEach(() => {
    const config = loadConfig({ NODE_ENV: 'test' });
    const prices = new Catalog(config);
    lookUp = async () => ({ name: 'ADA OKAFOR', bankName: 'GTBank' });
    handler = placeOrders({
      wallets: {} as never,
      prices,
      ownPrices: new InstallationPrices(prices, config),
      platformCustomer: async () => (await lookUp()).name,
      accountHolder: () => lookUp(),
    });
    handler.accept = async (_order, asked) => {
      wanted = asked;
      return { status: true, message: '', reference: 'NL1', transaction_status: 'Pending' };
    };
  });

  it('names the account holder told by the bank, and adds the fee', async () => {
    await handler.execute(new PlaceOrder('transfer', ORDER, TRANSFER));
    expect(wanted.sealed).toEqual({ recipient: '0123456789', accountName: 'ADA OKAFOR', narration: 'Rent' });
    const offer = wanted.offer();
    expect(offer).toMatchObject({ amount: 200_00n, fee: 10_00n, price: 210_00n, discount: 0n });
    expect(vendorRequestFor(offer.product, offer.amount, wanted.sealed)).toEqual({
      service: 'transfer',
      bankCode: '058',
      bankName: 'GTBank',
      amount: 200_00n,
      accountNumber: '0123456789',
      accountName: 'ADA OKAFOR',
      narration: 'Rent',
    });
    expect(wanted.pinOptional).toBeUndefined();
  });

  it('is refused only when priced, so that an accepted order is still answered', async () => {
    lookUp = async () => {
      throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: 'GTBank' });
    };
    for (const asking of [
      () => handler.execute(new PlaceOrder('transfer', ORDER, TRANSFER)),
      () => handler.execute(new PlaceOrder('bet', ORDER, BET)),
    ]) {
      await expect(asking()).resolves.toMatchObject({ reference: 'NL1' });
      expect(() => wanted.offer()).toThrow(expect.objectContaining({ code: 'LOOKUP_UNAVAILABLE' }));
    }
  });

  it('names the owner of the betting account told by the vendor', async () => {
    await handler.execute(new PlaceOrder('bet', ORDER, BET));
    expect(wanted).toMatchObject({
      pinOptional: true,
      sealed: { recipient: '77121234', customerName: 'ADA OKAFOR' },
    });
    const offer = wanted.offer();
    expect(vendorRequestFor(offer.product, offer.amount, wanted.sealed)).toMatchObject({
      service: 'bet',
      platform: 'BET9JA',
      codes: { bet: 'Bet9ja' },
      clientId: '77121234',
      amount: 100_00n,
    });
  });

  it('rethrows an error that is no broken rule', async () => {
    lookUp = async () => {
      throw new Error('a bug');
    };
    await expect(handler.execute(new PlaceOrder('transfer', ORDER, TRANSFER))).rejects.toThrow('a bug');
  });
});
