import { describe, expect, it } from '@jest/globals';
import type { Brand } from '../contracts/brand/brand.js';
import { contrastOf, tinted } from '../contracts/brand/contrast.js';
import { DEFAULT_BRAND } from '../contracts/brand/default-brand.js';
import { type BrandState, decide, evolve, UNBRANDED } from './brand.decider.js';

const ADA: Brand = {
  ...DEFAULT_BRAND,
  name: 'Ada Pay',
  colour: '#1d4ed8',
  darkColour: '#93c5fd',
  contacts: { ...DEFAULT_BRAND.contacts, email: 'help@adapay.ng' },
};
const after = (...brands: readonly Brand[]): BrandState =>
  brands.reduce(
    (state, brand) => evolve(state, { type: 'BrandSet', data: { brand, was: state.brand } }),
    UNBRANDED,
  );
const set = (brand: Brand, seen: number | undefined, state = UNBRANDED) =>
  decide({ type: 'SetBrand', brand, seen }, state);
const refusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
};

describe('the brand', () => {
  it('is the own one until an owner sets another, and keeps the brand before', () => {
    expect(set(DEFAULT_BRAND, 0)).toEqual([]);
    expect(set(ADA, 0)).toEqual([{ type: 'BrandSet', data: { brand: ADA, was: DEFAULT_BRAND } }]);
    expect(after(ADA)).toEqual({ brand: ADA, version: 1, contactsVersion: 1 });
  });

  it('refuses a form that shows an older brand, and stores a repeated form once', () => {
    const other = { ...ADA, name: 'Bola Pay' };
    expect(refusal(() => set(other, 0, after(ADA)))).toMatch(/^STALE_EDIT .*Ada Pay/);
    expect(set(ADA, 0, after(ADA))).toEqual([]);
    expect(set(other, 1, after(ADA))).toHaveLength(1);
    expect(set(other, undefined, after(ADA))).toHaveLength(1);
  });

  it.each([
    ['colour', { colour: '#ffd400' }, 'VALIDATION_FAILED colour: is too pale to read'],
    ['colour', { colour: '#777777' }, 'VALIDATION_FAILED colour: is too pale to read'],
    ['dark_colour', { darkColour: '#1d4ed8' }, 'VALIDATION_FAILED dark_colour: is too dark to read'],
  ])('refuses a %s that cannot be read', (_, wrong, said) => {
    expect(refusal(() => set({ ...ADA, ...wrong }, 0))).toContain(said);
  });

  it('changes contacts at the version of the request, and only contacts', () => {
    const contacts = { ...ADA.contacts, phone: '0803 123 4567' };
    const command = { type: 'SetContacts', contacts, seen: 1, approvedBy: 'eve' } as const;
    const renamed = after(ADA, { ...ADA, name: 'Ada' });
    const [event] = decide(command, renamed);
    expect(event?.data).toEqual({
      brand: { ...renamed.brand, contacts },
      was: renamed.brand,
      approvedBy: 'eve',
    });
    expect(decide(command, evolve(renamed, event!))).toEqual([]);
    const changed = after(ADA, { ...ADA, contacts: { ...ADA.contacts, email: 'mail@adapay.ng' } });
    expect(refusal(() => decide(command, changed))).toMatch(/^STALE_EDIT/);
  });
});

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it.each(['#9a3412', '#1e1b4b', '#00ff00', '#ffff00', '#808080', '#000000', '#ffffff'])(
    'stays when the greys of a page get the hue of %s',
    (colour) => {
      for (const grey of ['#f4f7f6', '#4b5d58', '#0c1514', '#a3b5b0'])
        for (const other of ['#ffffff', '#000000']) {
          const change = contrastOf(tinted(grey, colour), other) / contrastOf(grey, other);
          expect(Math.abs(change - 1)).toBeLessThan(0.03);
        }
    },
  );
});
