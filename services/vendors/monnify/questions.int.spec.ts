import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProviderUnavailable } from '../payment-provider.js';
import { startSandbox, type Sandbox } from '../../sandbox/start-sandbox.js';
import { createMonnifyBanks } from './banks.js';
import type { BankLookups } from '../payment-provider.js';
import type { BvnMatcher } from '../bvn-matcher.js';
import { createMonnifyBvn } from './bvn.js';

describe('questions to Monnify about people and accounts', () => {
  let dataDir: string;
  let sandbox: Sandbox;
  let bvns: BvnMatcher;
  let banks: BankLookups;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'monnify-'));
    sandbox = await startSandbox({
      dataDir,
      port: 0,
      latencyMs: 0,
      webhookUrls: {},
      secrets: { monnifyApiKey: 'key', monnifySecretKey: 'secret' },
    });
    const options = {
      baseUrl: sandbox.url,
      apiKey: 'key',
      secretKey: 'secret',
      contractCode: '1',
      timeoutMs: 600_000,
    };
    bvns = createMonnifyBvn(options);
    banks = createMonnifyBanks(options);
  });
  afterAll(async () => {
    await Promise.all([bvns.close(), banks.close()]);
    await sandbox.stop();
    rmSync(dataDir, { recursive: true });
  });

  const ask = (bvn: string, dateOfBirth = '03-Oct-1993') =>
    bvns.match({ bvn, name: 'Ada Obi', dateOfBirth, phone: '+2348031234567' });

  it('compares the details of a BVN', async () => {
    const known = { bvn: 'known', name: 'full', dateOfBirth: true, phone: true };
    expect(await ask('22222222226')).toEqual(known);
    expect(await ask('22222220001')).toEqual({ ...known, name: 'none' });
    expect(await ask('22222220002')).toEqual({ ...known, dateOfBirth: false });
    expect(await ask('22222220003')).toEqual({ ...known, phone: false });
    expect(await ask('22222220004')).toEqual({ ...known, name: 'partial' });
    expect(await ask('22222220404')).toEqual({ bvn: 'unknown' });
    await expect(ask('22222220500')).rejects.toThrow(ProviderUnavailable);
    await expect(ask('22222222226', '1993-10-03')).rejects.toThrow(ProviderUnavailable);
  });

  it('lists banks and names the holder of an account', async () => {
    expect(await banks.banks()).toContainEqual({ code: '50515', name: 'Moniepoint Microfinance Bank' });
    expect(await banks.accountName('058', '0123456789')).toMatch(/^[A-Z]+ [A-Z]+$/);
    expect(await banks.accountName('058', '0123450404')).toBeUndefined();
  });
});
