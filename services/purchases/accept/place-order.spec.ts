import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../runtime/config.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import { Catalog } from '../../catalog/catalog.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { AcceptOrder, PurchaseRequest } from './accept-order.js';
import type { ProductOrder } from '../../products/product.js';
import type { PlaceOrderHandler } from './place-order.handler.js';
import { PlaceOrder } from './place-order.handler.js';
import { placeOrders } from '../testing/place-orders.js';
import { vendorRequestFor } from '../../products/products.js';

const ORDER: PurchaseRequest = {
  user: { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' },
  pin: '4826',
  confirmDuplicate: false,
  idempotencyKey: 'key',
  correlationId: 'request',
  actor: { kind: 'user', id: 'ada' },
};
const TRANSFER = { bankCode: '058', accountNumber: '0123456789', amount: 200_00n, narration: ' Rent ' };
const BET = { platform: 'BET9JA', clientId: '77121234', amount: 100_00n } as const;

describe('an order passed to `accept`', () => {
  let wanted: ProductOrder;
  let lookUp: () => Promise<{ name: string; bankName: string }>;
  let handler: PlaceOrderHandler;

  beforeEach(() => {
    const config = loadConfig({ NODE_ENV: 'test' });
    const prices = new Catalog(config);
    const orders = {
      accept: async (_order: PurchaseRequest, asked: ProductOrder) => {
        wanted = asked;
        return { status: true, message: '', reference: 'NL1', transaction_status: 'Pending' } as const;
      },
    } as unknown as AcceptOrder;
    lookUp = async () => ({ name: 'ADA OKAFOR', bankName: 'GTBank' });
    handler = placeOrders({
      orders,
      prices,
      ownPrices: new InstallationPrices(prices, config),
      platformCustomer: async () => (await lookUp()).name,
      accountHolder: () => lookUp(),
    });
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
