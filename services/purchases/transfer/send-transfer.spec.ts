import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../infra/config/config.js';
import type { BankDirectory } from '../../banking/bank-directory.js';
import { BankingQuotes } from '../../catalog/banking-quotes.js';
import { Catalog } from '../../catalog/catalog.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { AcceptOrder, Order, Wanted } from '../accept-order.js';
import type { BetCustomers } from '../bet/bet-customers.js';
import { FundBet, FundBetHandler } from '../bet/fund-bet.handler.js';
import { orderFor } from '../vendor-orders.js';
import { SendTransfer, SendTransferHandler } from './send-transfer.handler.js';

const ORDER: Order = {
  user: { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'mac' },
  ...{ pin: '4826', confirmDuplicate: false, idempotencyKey: 'key', correlationId: 'request' },
  actor: { kind: 'user', id: 'ada' },
};
const TRANSFER = { bankCode: '058', accountNumber: '0123456789', amount: 200_00n, narration: ' Rent ' };
const BET = { platform: 'BET9JA', clientId: '77121234', amount: 100_00n } as const;

describe('what is asked to be accepted', () => {
  let wanted: Wanted;
  let lookUp: () => Promise<{ name: string; bankName: string }>;
  let transfers: SendTransferHandler;
  let bets: FundBetHandler;

  beforeEach(() => {
    const config = loadConfig({ NODE_ENV: 'test' });
    const quotes = new BankingQuotes(new Catalog(config), config);
    const orders = {
      accept: async (_order: Order, asked: Wanted) => {
        wanted = asked;
        return { status: true, message: '', reference: 'NL1', transaction_status: 'Pending' } as const;
      },
    } as unknown as AcceptOrder;
    lookUp = async () => ({ name: 'ADA OKAFOR', bankName: 'GTBank' });
    transfers = new SendTransferHandler(orders, quotes, {
      holder: () => lookUp(),
    } as unknown as BankDirectory);
    const customers = { nameOf: async () => (await lookUp()).name } as unknown as BetCustomers;
    bets = new FundBetHandler(orders, quotes, customers);
  });

  it('is a transfer to the name that the bank told, with the fee on top', async () => {
    await transfers.execute(new SendTransfer({ ...ORDER, ...TRANSFER }));
    expect(wanted.sealed).toEqual({ recipient: '0123456789', accountName: 'ADA OKAFOR', narration: 'Rent' });
    const offer = wanted.offer();
    expect(offer).toMatchObject({ amount: 200_00n, fee: 10_00n, price: 210_00n, discount: 0n });
    expect(orderFor(offer.product, offer.amount, wanted.sealed)).toEqual({
      ...{ service: 'transfer', bankCode: '058', bankName: 'GTBank', amount: 200_00n },
      ...{ accountNumber: '0123456789', accountName: 'ADA OKAFOR', narration: 'Rent' },
    });
    expect(wanted.pinOptional).toBeUndefined();
  });

  it('is refused only when it is priced, so that what was accepted before is answered again', async () => {
    lookUp = async () => {
      throw new RuleBroken('LOOKUP_UNAVAILABLE', { provider: 'GTBank' });
    };
    for (const asking of [
      () => transfers.execute(new SendTransfer({ ...ORDER, ...TRANSFER })),
      () => bets.execute(new FundBet({ ...ORDER, ...BET })),
    ]) {
      await expect(asking()).resolves.toMatchObject({ reference: 'NL1' });
      expect(() => wanted.offer()).toThrow(expect.objectContaining({ code: 'LOOKUP_UNAVAILABLE' }));
    }
  });

  it('is a betting account whose owner the vendor told', async () => {
    await bets.execute(new FundBet({ ...ORDER, ...BET }));
    expect(wanted).toMatchObject({
      pinOptional: true,
      sealed: { recipient: '77121234', customerName: 'ADA OKAFOR' },
    });
    const offer = wanted.offer();
    expect(orderFor(offer.product, offer.amount, wanted.sealed)).toMatchObject({
      ...{
        service: 'bet',
        platform: 'BET9JA',
        codes: { bet: 'Bet9ja' },
        clientId: '77121234',
        amount: 100_00n,
      },
    });
  });

  it('does not hide a fault that is no rule', async () => {
    lookUp = async () => {
      throw new Error('a bug');
    };
    await expect(transfers.execute(new SendTransfer({ ...ORDER, ...TRANSFER }))).rejects.toThrow('a bug');
  });
});
