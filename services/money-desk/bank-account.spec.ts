import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { CatalogStream } from '../catalog/catalog-stream.js';
import { CATALOG_STREAM } from '../catalog/catalog.events.js';
import { Catalog } from '../catalog/catalog.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { WalletProcess } from '../wallet/testing/wallet-process.js';
import { decideApproval } from './approvals.js';
import { SetTerms, SetTermsHandler } from './set-terms.handler.js';
import { approvalIdsIn, by, finishIn, grantNewest } from './testing/approving.js';

const CONFIG = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
  FUNDING_CHARGE_NAIRA: '100',
  MANUAL_FUNDING_BANK: 'Wema',
  MANUAL_FUNDING_ACCOUNT_NAME: 'Ledger',
  MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
} as ConstructorParameters<typeof Catalog>[0] & ConstructorParameters<typeof FundingTerms>[1];
const NOW = { charge: '10000', bank: 'Wema', accountName: 'Ledger', accountNumber: '0123456789' };
const OTHER = { ...NOW, accountNumber: '9999999999' };

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
let terms: FundingTerms;
let stream: CatalogStream;
beforeEach(() => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
  const catalog = new Catalog(CONFIG);
  stream = new CatalogStream(catalog, store);
  terms = new FundingTerms(catalog, CONFIG);
});

const set = async (wanted: typeof NOW, seen = 0, confirmed = true) => {
  await stream.catchUp();
  const handler = new SetTermsHandler(stream, terms, store);
  const command = new SetTerms(wanted, seen, by('grace'), confirmed);
  return handler.execute(command).catch((error: { code: string }) => error.code);
};
const approvalIds = () => approvalIdsIn(store);
const grant = async () => finishIn(here!, await grantNewest(store));
const current = async () => {
  await stream.catchUp();
  return terms.current;
};

describe('the bank account that customers see', () => {
  it('changes once when a second administrator agrees, and names both', async () => {
    expect(await set(OTHER)).toBe('waiting');
    expect(await set(OTHER)).toBe('waiting');
    expect(await approvalIds()).toHaveLength(1);
    expect(await current()).toEqual(NOW);
    const id = await grantNewest(store);
    here!.connection.faults.append.push({ lose: true });
    const ends = await Promise.all([finishIn(here!, id), finishIn(there!, id)]);
    expect(ends.map(({ standing }) => standing)).toEqual(['applied', 'applied']);
    expect(await current()).toEqual(OTHER);
    const events = await store.readStream(CATALOG_STREAM);
    expect(events).toMatchObject([
      { actor: { id: 'grace' }, data: { terms: OTHER, was: NOW, approvedBy: 'eve' } },
    ]);
  });

  it('can be asked for again after a refusal', async () => {
    expect(await set(OTHER)).toBe('waiting');
    await decideApproval(store, (await approvalIds())[0]!, { grant: false, reason: 'not yet' }, by('eve'));
    expect(await set(OTHER)).toBe('waiting');
    expect(await approvalIds()).toHaveLength(2);
    expect(await grant()).toMatchObject({ standing: 'applied' });
    expect(await current()).toEqual(OTHER);
  });

  it('is refused at once when it is invalid or was seen too long ago', async () => {
    expect(await set({ ...OTHER, accountNumber: '1' })).toBe('VALIDATION_FAILED');
    expect(await set(OTHER, 3)).toBe('STALE_EDIT');
    expect(await set(NOW)).toBe('applied');
    expect(await store.readAll(0, 10)).toEqual([]);
  });

  it('lapses when the terms were changed meanwhile', async () => {
    await set(OTHER);
    await set({ ...NOW, charge: '5000' });
    expect(await grant()).toMatchObject({ standing: 'lapsed' });
    expect(await current()).toEqual({ ...NOW, charge: '5000' });
  });
});

describe('the charge of funding', () => {
  it('falls alone, by more than a fifth only when it is confirmed', async () => {
    expect(await set({ ...NOW, charge: '8000' }, 0, false)).toBe('applied');
    expect(await set({ ...NOW, charge: '6399' }, 1, false)).toBe('CONFIRM_PRICE');
    expect(await set({ ...NOW, charge: '6399' }, 1)).toBe('applied');
    expect(await current()).toEqual({ ...NOW, charge: '6399' });
    expect(await approvalIds()).toEqual([]);
  });

  it.each(['10001', '99999900'])('rises to %s only when a second administrator agrees', async (charge) => {
    expect(await set({ ...NOW, charge })).toBe('waiting');
    expect(await set({ ...NOW, charge })).toBe('waiting');
    expect(await approvalIds()).toHaveLength(1);
    expect(await current()).toEqual(NOW);
    expect(await grant()).toMatchObject({
      standing: 'applied',
      requested: { reason: 'Before: a charge of ₦100.00 and Wema 0123456789, Ledger' },
    });
    expect(await current()).toEqual({ ...NOW, charge });
  });

  it('is not asked for by more than a fifth without a confirmation', async () => {
    expect(await set({ ...NOW, charge: '12001' }, 0, false)).toBe('CONFIRM_PRICE');
    expect(await approvalIds()).toEqual([]);
  });

  it('waits with a new account, also when it falls', async () => {
    expect(await set({ ...OTHER, charge: '9000' })).toBe('waiting');
    expect(await set({ charge: '9000', bank: '', accountName: '', accountNumber: '' })).toBe('waiting');
    expect(await current()).toEqual(NOW);
  });
});
