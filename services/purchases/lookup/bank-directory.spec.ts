import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Taken } from '../../../infra/limits/limits.js';
import { LookupLimiter } from '../../rate-limits/lookup-limiter.js';
import { ProviderUnavailable } from '../../vendors/payment-provider.js';
import { BankDirectory } from './bank-directory.js';

const BANKS = [{ code: '058', name: 'GTBank' }];

describe('the directory of banks', () => {
  let directory: BankDirectory;
  let asked: string[];
  let holder: () => string | undefined;
  let down: boolean;
  let taken: string[];
  let limit: Taken;

  beforeEach(() => {
    [asked, taken, down] = [[], [], false];
    limit = { allowed: true, left: 1 };
    holder = () => 'ADA OKAFOR';
    const lookups = {
      banks: async () => {
        asked.push('banks');
        if (down) throw new ProviderUnavailable('down');
        return BANKS;
      },
      accountName: async (bank: string, account: string) => {
        asked.push(`${bank}/${account}`);
        if (down) throw new ProviderUnavailable('down');
        return holder();
      },
      close: async () => undefined,
    };
    const limits = {
      take: async (key: string) => {
        taken.push(key);
        return limit;
      },
      giveBack: async () => undefined,
      clear: async () => undefined,
    };
    directory = new BankDirectory(lookups, new LookupLimiter(limits, { RATE_LIMIT_LOOKUPS: 5 }));
  });

  it('asks for banks once a day, and keeps an old list when that fails', async () => {
    const day = 24 * 3_600_000;
    expect(await directory.banks(0)).toEqual(BANKS);
    await directory.banks(day - 1);
    expect(asked).toEqual(['banks']);
    down = true;
    expect(await directory.banks(day)).toEqual(BANKS);
    expect(asked).toEqual(['banks', 'banks']);
  });

  it('refuses when there never was a list', async () => {
    down = true;
    await expect(directory.banks()).rejects.toMatchObject({ code: 'LOOKUP_UNAVAILABLE' });
  });

  it('caches a name only for the customer who asked', async () => {
    expect(await directory.holder('ada', '058', '0123456789')).toEqual({
      name: 'ADA OKAFOR',
      bankName: 'GTBank',
    });
    holder = () => 'EVE ADAMS';
    expect(await directory.holder('ada', '058', '0123456789')).toMatchObject({ name: 'ADA OKAFOR' });
    expect(await directory.holder('bola', '058', '0123456789')).toMatchObject({ name: 'EVE ADAMS' });
    expect(taken).toEqual(['lookup:ada', 'lookup:bola']);
  });

  it('distinguishes an unknown account from a bank that does not answer', async () => {
    holder = () => undefined;
    await expect(directory.holder('ada', '058', '0123456789')).rejects.toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
      details: { field: 'account_number' },
    });
    down = true;
    await expect(directory.holder('ada', '058', '0123456789')).rejects.toMatchObject({
      code: 'LOOKUP_UNAVAILABLE',
      details: { provider: 'GTBank' },
    });
  });

  it('limits the look-ups of one customer', async () => {
    limit = { allowed: false, retryAfterMs: 61_000 };
    await expect(directory.holder('ada', '058', '0123456789')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { seconds: 61 },
    });
    expect(asked).toEqual(['banks']);
  });
});
