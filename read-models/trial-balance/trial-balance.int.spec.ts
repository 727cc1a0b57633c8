import { afterEach, describe, expect, it } from '@jest/globals';
import { readModelsOf, type ReadModels } from '../testing/read-models-of.js';
import { GivenEvents } from '../testing/given-events.js';
import { accountsOfKind } from './books.query.js';
import { GetLedgerFloats, GetLedgerFloatsHandler } from './ledger-floats.query.js';
import { systemWallet } from './system-wallet.query.js';
import { trialBalance } from './trial-balance.query.js';

describe('trial balance', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  it('adds up to zero with movements by administrators', async () => {
    models = await readModelsOf(
      new GivenEvents().funded('ada', 100n).adjusted('ada', 100n, 70n).houseFunded(500n).events,
    );
    expect(await trialBalance({ readStore: models.readStore })).toMatchObject({
      sum: 0n,
      lines: [
        { account: 'adjustment:correction', balance: -30n },
        { account: 'house_capital', balance: 500n },
        { account: 'psp_receivable:monnify', balance: 100n },
        { account: 'user_available', balance: -570n },
      ],
    });
  });

  it('adds up to zero, with one line for the wallets of all people', async () => {
    const given = new GivenEvents()
      .funded('ada', 100n)
      .funded('bola', 50n)
      .accepted('ada', 'a', 30n)
      .captured('ada', 'a', 30n);
    models = await readModelsOf(given.events);
    expect(await trialBalance({ readStore: models.readStore })).toEqual({
      position: 4,
      sum: 0n,
      lines: [
        { account: 'psp_receivable:monnify', debit: 150n, credit: 0n, balance: 150n },
        { account: 'user_available', debit: 30n, credit: 150n, balance: -120n },
        { account: 'user_held', debit: 30n, credit: 30n, balance: 0n },
        { account: 'vendor_float:1', debit: 0n, credit: 30n, balance: -30n },
      ],
    });
  });
});

describe('total of all wallets', () => {
  let models: ReadModels;
  afterEach(() => models.close());

  it('equals the wallets in the books, held money included', async () => {
    const given = new GivenEvents()
      .funded('ada', 100n)
      .funded('bola', 50n)
      .accepted('ada', 'a', 30n)
      .captured('ada', 'a', 30n)
      .accepted('bola', 'b', 20n);
    models = await readModelsOf(given.events);
    const { lines } = await trialBalance({ readStore: models.readStore });
    const ofWallets = lines.filter(({ account }) => ['user_available', 'user_held'].includes(account));
    expect(await systemWallet(models.readStore)).toBe(120n);
    expect(ofWallets.reduce((sum, { balance }) => sum - balance, 0n)).toBe(120n);
  });

  it('returns the floats of vendors by code, as the books have them', async () => {
    models = await readModelsOf(new GivenEvents().accepted('ada', 'a', 30n).captured('ada', 'a', 30n).events);
    const floats = new GetLedgerFloatsHandler(models.readStore).execute(new GetLedgerFloats([1, 2]));
    expect([...(await floats)]).toEqual([
      [1, -30n],
      [2, 0n],
    ]);
  });
});

describe('accounts of one kind', () => {
  let models: ReadModels;
  afterEach(() => models.close());
  const wallets = async (after?: string, limit = 10) => {
    const page = await accountsOfKind(models.readStore, { kind: 'user_available', after, limit });
    return { names: page.rows.map(({ account }) => account), more: page.more };
  };
  const [ada, bola] = ['user_available:ada', 'user_available:bola'];

  it('are paged by the name of the last one that was shown', async () => {
    models = await readModelsOf(new GivenEvents().funded('ada', 100n).funded('bola', 50n).events);
    expect(await wallets(undefined, 1)).toEqual({ names: [ada], more: true });
    expect(await wallets(ada, 1)).toEqual({ names: [bola], more: false });
  });

  it('never include another kind, also after a name that sorts before the kind', async () => {
    models = await readModelsOf(new GivenEvents().funded('ada', 100n).houseFunded(500n).events);
    const all = await wallets();
    expect(all.names).toContain(ada);
    expect(await wallets('adjustment:correction')).toEqual(all);
  });
});
