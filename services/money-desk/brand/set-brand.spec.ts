import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { BRAND_STREAM } from '../../brand/brand.events.js';
import { Brands } from '../../brand/brands.js';
import type { Brand } from '../../contracts/brand/brand.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import { decideApproval } from '../approvals.js';
import { approvalIdsIn, by, finishIn, grantIn, grantNewest } from '../testing/approving.js';
import { SetBrand, SetBrandHandler } from './set-brand.handler.js';

const RENAMED: Brand = { ...DEFAULT_BRAND, name: 'Ada Pay' };
const REACHED: Brand = {
  ...RENAMED,
  contacts: { ...DEFAULT_BRAND.contacts, phone: '0803 123 4567', sender: 'Ada Pay' },
};

let store: MemoryEventStore;
let [here, there]: WalletProcess[] = [];
beforeEach(() => {
  store = new MemoryEventStore();
  [here, there] = [new WalletProcess(store), new WalletProcess(store)];
});

const set = (brand: Brand, seen = 0, who = 'grace') =>
  new SetBrandHandler(new Brands(store), store)
    .execute(new SetBrand(brand, seen, by(who)))
    .catch((error: { code: string }) => error.code);
const approvalIds = () => approvalIdsIn(store);
const grant = async () => finishIn(here!, await grantNewest(store));
const current = () => new Brands(store).current();

describe('the brand', () => {
  it('takes name and colours from one owner, and contacts once a second owner agrees', async () => {
    expect(await set(REACHED)).toBe('waiting');
    expect(await current()).toEqual(RENAMED);
    const id = await grantNewest(store);
    here!.connection.faults.append.push({ lose: true });
    const ends = await Promise.all([finishIn(here!, id), finishIn(there!, id)]);
    expect(ends.map(({ standing }) => standing)).toEqual(['applied', 'applied']);
    expect(await current()).toEqual(REACHED);
    const events = await store.readStream(BRAND_STREAM);
    expect(events).toMatchObject([
      { actor: { id: 'grace' }, data: { brand: RENAMED, was: DEFAULT_BRAND } },
      { id, actor: { id: 'grace' }, data: { brand: REACHED, was: RENAMED, approvedBy: 'eve' } },
    ]);
  });

  it.each([
    ['a headline with a link', { headline: 'Pay at ada-bonus.ng' }],
    ['a lead with an account number', { lead: 'Fund by transfer to 0123456789' }],
    ['a number in headline and lead', { headline: 'Call 08031', lead: '234567 for help' }],
    ['a name with a link', { name: 'ada-bonus.ng' }, { name: DEFAULT_BRAND.name }],
    ['a short name with a number', { shortName: '08031234567' }, { name: DEFAULT_BRAND.name }],
  ])('takes %s once a second owner agrees', async (_what, texts, before: Partial<Brand> = {}) => {
    const wanted = { ...RENAMED, ...texts };
    expect([await set(wanted), await set(wanted)]).toEqual(['waiting', 'waiting']);
    expect(await current()).toEqual({ ...RENAMED, ...before });
    expect(await approvalIds()).toHaveLength(1);
    expect(await grant()).toMatchObject({ standing: 'applied' });
    expect(await current()).toEqual(wanted);
    expect((await store.readStream(BRAND_STREAM)).at(-1)).toMatchObject({ data: { approvedBy: 'eve' } });
  });

  it('takes other texts, and the same texts with another name, from one owner', async () => {
    const leading = { ...RENAMED, lead: 'Fund by transfer to 0123456789' };
    await set(leading);
    await grant();
    expect(await set({ ...leading, lead: 'Ask at ada.ng' }, 2)).toBe('waiting');
    const reasons = (await store.readAll(0, 100)).flatMap(({ data }) => data['reason'] ?? []);
    expect(reasons).toEqual(['Before: none', 'Before: lead: Fund by transfer to 0123456789']);
    expect(await set({ ...leading, name: 'Ada' }, 2)).toBe('applied');
    expect(await set({ ...RENAMED, headline: 'Top up in a tap' }, 3)).toBe('applied');
    expect(await approvalIds()).toHaveLength(2);
  });

  it('does not restore older contacts when a text is approved later', async () => {
    await set({ ...RENAMED, lead: 'Ask at ada.ng' });
    const [first] = await approvalIds();
    await set(REACHED, 1);
    expect(await grant()).toMatchObject({ standing: 'applied' });
    expect(await grantIn(here!, 'eve', first!)).toMatchObject({ standing: 'lapsed' });
    expect(await current()).toEqual(REACHED);
  });

  it('asks once for the same form', async () => {
    expect([await set(REACHED), await set(REACHED)]).toEqual(['waiting', 'waiting']);
    expect(await approvalIds()).toHaveLength(1);
    expect(await store.readStream(BRAND_STREAM)).toHaveLength(1);
  });

  it('asks again for what was refused', async () => {
    await set(REACHED);
    const [first] = await approvalIds();
    await decideApproval(store, first!, { grant: false, reason: 'not yet' }, by('eve'));
    expect(await set(REACHED, 1)).toBe('waiting');
    expect(await approvalIds()).toHaveLength(2);
    expect(await grant()).toMatchObject({ standing: 'applied' });
  });

  it('keeps a new name when contacts are approved later', async () => {
    await set(REACHED);
    expect(await set({ ...RENAMED, name: 'Ada' }, 1)).toBe('applied');
    expect(await grant()).toMatchObject({ standing: 'applied' });
    expect(await current()).toEqual({ ...REACHED, name: 'Ada' });
  });

  it('refuses a form with an older brand, and one whose colour cannot be read, and asks for no approval', async () => {
    await set(RENAMED);
    expect(await set({ ...REACHED, name: 'Bola' })).toBe('STALE_EDIT');
    expect(await set({ ...REACHED, contacts: { ...REACHED.contacts, phone: '08099999999' } })).toBe(
      'STALE_EDIT',
    );
    expect(await set({ ...REACHED, colour: '#ffffff' }, 1)).toBe('VALIDATION_FAILED');
    expect(await approvalIds()).toEqual([]);
  });

  it('lapses when other contacts were approved meanwhile', async () => {
    await set(REACHED);
    await set({ ...REACHED, contacts: { ...REACHED.contacts, phone: '08099999999' } }, 1, 'bola');
    expect(await grant()).toMatchObject({ standing: 'applied' });
    const [first] = await approvalIds();
    expect(await grantIn(here!, 'eve', first!)).toMatchObject({ standing: 'lapsed' });
  });
});

describe('Brands', () => {
  it('shows a change of another process, and the brand from before while the store fails', async () => {
    let changes = 0;
    const brands = new Brands({
      readStream: (...asked) => store.readStream(...asked),
      changesLike: () => changes,
    });
    expect(await brands.current()).toEqual(DEFAULT_BRAND);
    await set(RENAMED);
    changes = 1;
    expect(await brands.current()).toEqual(RENAMED);
    let answer = (): void => undefined;
    const slow = new Brands({
      readStream: async (...asked) => {
        if (changes > 1) await new Promise<void>((resolve) => (answer = resolve));
        return store.readStream(...asked);
      },
    });
    expect(await slow.current()).toEqual(RENAMED);
    changes = 2;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 600);
    expect(await slow.current()).toEqual(RENAMED);
    clock.mockRestore();
    answer();
    const failing = new Brands({ readStream: () => Promise.reject(new Error('away')) });
    expect(await failing.current()).toEqual(DEFAULT_BRAND);
  });
});
