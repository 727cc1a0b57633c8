import { describe, expect, it } from '@jest/globals';
import { Catalog } from '../../catalog/catalog.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import { quoteAirtime } from '../../products/airtime/airtime.product.js';
import { quoteData } from '../../products/data/data.product.js';
import { loadConfig } from '../../runtime/config.js';
import { QuoteOrder, QuoteOrderHandler } from './quote-order.handler.js';

const config = loadConfig({ NODE_ENV: 'test' });
const catalog = new Catalog(config);
const ownPrices = new InstallationPrices(catalog, config);
const handler = new QuoteOrderHandler(catalog, ownPrices);
const tier = 'affiliate';

describe('a quote', () => {
  it('comes from the product and the price list', async () => {
    const airtime = { network: 2, amount: 100_00n, tier } as const;
    expect(await handler.execute(new QuoteOrder('airtime', airtime))).toEqual(quoteAirtime(catalog, airtime));
    const data = { plan: 1301, tier } as const;
    expect(await handler.execute(new QuoteOrder('data', data))).toEqual(quoteData(catalog, data));
  });

  it('uses the prices of the installation', async () => {
    const sms = { pages: 2, recipients: 3, tier } as const;
    expect(await handler.execute(new QuoteOrder('sms', sms))).toEqual(ownPrices.sms(sms));
    const product = { service: 'transfer', bankCode: '', bankName: '' } as const;
    expect(await handler.execute(new QuoteOrder('transfer', { amount: 100_00n }))).toEqual(
      ownPrices.transfer({ product, amount: 100_00n }),
    );
  });

  it('is refused by a rule of the product', async () => {
    const asked = new QuoteOrder('airtime', { network: 2, amount: 1n, tier });
    await expect(handler.execute(asked)).rejects.toMatchObject({ code: 'AMOUNT_BELOW_MIN' });
  });

  it('throws for a product that is not quoted', async () => {
    await expect(handler.execute(new QuoteOrder('bvn', undefined as never))).rejects.toThrow('not quoted');
  });
});
