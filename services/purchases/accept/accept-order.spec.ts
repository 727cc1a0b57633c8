import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Passkeys, ProofVerdict } from '../../customers/passkeys/passkeys.js';
import type { Pins } from '../../customers/pin/pins.js';
import { type Offer, type ProductOrder } from '../../products/product.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { PurchaseAccepted } from '../../wallet/wallet.events.js';
import { AcceptOrder, type PurchaseRequest } from './accept-order.js';
import { derivedId } from './references.js';
import { PLAIN_VAULT, PurchaseWorld } from '../testing/purchase-world.js';
import { until } from '../../../infra/testing/until.js';

const ORDER: PurchaseRequest = {
  user: { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' },
  pin: '4826',
  confirmDuplicate: false,
  idempotencyKey: 'key-1',
  correlationId: 'request',
  actor: { kind: 'user', id: 'ada' },
};
// Longer than any run of digits in an id or time, so the client id cannot occur by chance.
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
  let store: MemoryEventStore;
  let world: PurchaseWorld;
  let orders: AcceptOrder;
  let isLocked: boolean;
  let signature: ProofVerdict | RuleBroken;
  beforeEach(async () => {
    store = new MemoryEventStore();
    isLocked = false;
    world = new PurchaseWorld(store);
    await world.fund('ada', 50_000_00n);
    const pins: Pick<Pins, 'check' | 'requireUnlocked'> = {
      requireUnlocked: () => {
        if (isLocked) throw new RuleBroken('PIN_LOCKED');
      },
      check: (_user, pin) => {
        if (pin !== '4826') throw new RuleBroken('PIN_INCORRECT', { attemptsLeft: 4 });
      },
    };
    const vault = { ...PLAIN_VAULT, personMac: (person: string, text: string) => `mac:${person}:${text}` };
    signature = 'fresh';
    const passkeys: Pick<Passkeys, 'check'> = {
      check: async () => {
        if (signature instanceof RuleBroken) throw signature;
        return signature;
      },
    };
    orders = new AcceptOrder(
      world.wallets,
      pins as Pins,
      vault as unknown as KeyVault,
      { PINLESS_DAILY_LIMIT: '1000' },
      undefined,
      passkeys,
    );
  });

  const accept = (order: Partial<PurchaseRequest> = {}, wanted: Partial<ProductOrder> = {}) =>
    orders.accept({ ...ORDER, ...order }, { ...WANTED, ...wanted }, NOON);
  const accepted = async (): Promise<PurchaseAccepted[]> =>
    (await store.readStream('wallet-ada'))
      .filter(({ type }) => type === 'PurchaseAccepted')
      .map(({ data }) => data as unknown as PurchaseAccepted);

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
    await expect(orders.accept({ ...ORDER, pin: undefined }, pinned, NOON)).rejects.toMatchObject({
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
    // A settled purchase is dropped from the wallet and stays in its own stream.
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
    // A repeat after a price change is the same order.
    const dearer = (): Offer => ({ ...OFFER, amount: 510_00n, price: 510_00n });
    expect(await accept({ quotedPrice: 500_00n }, { offer: dearer })).toEqual(first);
    expect(await accepted()).toHaveLength(1);
  });

  it('gives a new order of a product off sale the reason of the refusal', async () => {
    await expect(accept({}, { offer: off })).rejects.toMatchObject({ code: 'SERVICE_OFF' });
    expect(await accepted()).toEqual([]);
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
    let probing: AcceptOrder;
    beforeEach(() => {
      taken = 0;
      const take = () => {
        taken += 1;
        return () => void (taken -= 1);
      };
      const vault = { ...PLAIN_VAULT, personMac: (person: string, text: string) => `mac:${person}:${text}` };
      probing = new AcceptOrder(
        world.wallets,
        { check: () => undefined } as unknown as Pins,
        vault as unknown as KeyVault,
        { PINLESS_DAILY_LIMIT: '1000' },
        {
          probes: {
            take,
            askedBy: (_userId: string, ask: () => unknown) => ask(),
          } as unknown as Catalog['probes'],
        },
      );
    });
    const tries = (order: Partial<PurchaseRequest> = {}, wanted: Partial<ProductOrder> = {}) =>
      probing.accept({ ...ORDER, ...order }, { ...WANTED, ...wanted }, NOON).then(
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
