import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { CatalogStream } from '../catalog-stream.js';
import { CATALOG_STREAM, type StoredFundingTerms } from '../catalog.events.js';
import { Catalog } from '../catalog.js';
import { FundingTerms } from './funding-terms.js';

const CONFIG = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
  FUNDING_CHARGE_NAIRA: '12.5',
  MANUAL_FUNDING_BANK: 'Wema',
  MANUAL_FUNDING_ACCOUNT_NAME: 'Ledger',
  MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
} as ConstructorParameters<typeof Catalog>[0] & ConstructorParameters<typeof FundingTerms>[1];
const CONFIGURED = { charge: '1250', bank: 'Wema', accountName: 'Ledger', accountNumber: '0123456789' };
const WANTED = { ...CONFIGURED, charge: '5000' };

/** A process that shares its log with others. */
function open(store: MemoryEventStore) {
  const catalog = new Catalog(CONFIG);
  const stream = new CatalogStream(catalog, store);
  const terms = new FundingTerms(catalog, CONFIG);
  const set = async (wanted: StoredFundingTerms, seen: number, id = 'grace'): Promise<string> => {
    const { configured } = terms;
    const change = { type: 'SetFundingTerms', terms: wanted, configured, seen } as const;
    const context = { actor: { kind: 'admin', id }, now: new Date(), correlationId: id } as const;
    try {
      await stream.change(change, context);
      return 'set';
    } catch (error) {
      if (error instanceof RuleBroken) return `${error.code} ${error.message}`;
      throw error;
    }
  };
  return { terms, stream, set };
}

describe('FundingTerms', () => {
  let store: MemoryEventStore;
  let [here, there]: ReturnType<typeof open>[] = [];
  beforeEach(() => {
    store = new MemoryEventStore();
    [here, there] = [open(store), open(store)];
  });
  const facts = async () =>
    (await store.readStream(CATALOG_STREAM)).map(({ actor, data }) => [actor.id, data]);

  it('uses the settings until an administrator sets terms, and stores the replaced terms', async () => {
    expect(here!.terms.current).toEqual(CONFIGURED);
    expect(here!.terms.charge()).toBe(1_250n);
    expect(await here!.set(CONFIGURED, 0)).toBe('set');
    expect(await facts()).toEqual([]);
    expect(await here!.set(WANTED, 0)).toBe('set');
    expect([here!.terms.charge(), here!.terms.version]).toEqual([5_000n, 1]);
    expect(await facts()).toEqual([['grace', { terms: WANTED, was: CONFIGURED }]]);
  });

  it('accepts one of two concurrent changes, refuses the other with the stored terms, and stores a repeat once', async () => {
    const other = { ...WANTED, charge: '7500' };
    const both = await Promise.all([here!.set(WANTED, 0), there!.set(other, 0, 'eve')]);
    expect(both.map((said) => said.split(' ')[0]).toSorted()).toEqual(['STALE_EDIT', 'set']);
    expect(both.find((said) => said !== 'set')).toMatch(/a charge of ₦(?:50|75)\.00 and Wema 0123456789/);
    const won = both[0] === 'set' ? WANTED : other;
    expect(await Promise.all([here!.set(won, 0), there!.set(won, 0)])).toEqual(['set', 'set']);
    expect(await facts()).toHaveLength(1);
    await Promise.all([here!.stream.catchUp(), there!.stream.catchUp()]);
    expect([here!.terms.current, there!.terms.current]).toEqual([won, won]);
  });

  it.each([
    ['monify_charges', { charge: '100000000' }],
    ['monify_charges', { charge: '-1' }],
    ['manual_funding_account_number', { accountNumber: '012345678' }],
    ['manual_funding_account_number', { accountNumber: '' }],
    ['manual_funding_bank_name', { bank: '' }],
    ['manual_funding_account_name', { accountName: '' }],
  ])('names the field %s that is wrong', async (field, wrong) => {
    expect(await here!.set({ ...WANTED, ...wrong }, 0)).toContain(`VALIDATION_FAILED ${field}`);
  });

  it('accepts terms without an account', async () => {
    const none = { charge: '0', bank: '', accountName: '', accountNumber: '' };
    expect(await here!.set(none, 0)).toBe('set');
    expect(await here!.set(WANTED, 0)).toContain('a charge of ₦0.00 and no bank');
    expect(await here!.set(WANTED, 1)).toBe('set');
  });
});
