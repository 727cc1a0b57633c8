import type { Brand, BrandContacts, BrandTexts } from '../contracts/brand/brand.js';
import { CONTRAST_MIN, readability } from '../contracts/brand/contrast.js';
import { DEFAULT_BRAND } from '../contracts/brand/default-brand.js';
import { RuleBroken } from '../contracts/errors.js';
import type { BrandFact } from './brand.events.js';

export interface BrandState {
  readonly brand: Brand;
  /** Number of changes. */
  readonly version: number;
  /** Number of changes that an owner approved or that concern `contacts`, `headline` or `lead`. */
  readonly contactsVersion: number;
}

export const UNBRANDED: BrandState = { brand: DEFAULT_BRAND, version: 0, contactsVersion: 0 };

/**
 * `seen` is the version on which the change is based. The command fails with `STALE_EDIT` when the stored
 * version differs.
 */
export type BrandCommand =
  | {
      readonly type: 'SetBrand';
      readonly brand: Brand;
      /** Version that the form showed. When undefined, the version is not checked. */
      readonly seen: number | undefined;
    }
  | {
      readonly type: 'SetContacts';
      readonly contacts: BrandContacts;
      /** Absent when the texts do not change. */
      readonly texts?: BrandTexts;
      /** `contactsVersion` at the request. */
      readonly seen: number;
      /** Second owner. */
      readonly approvedBy: string;
    };

/**
 * Returns no events when nothing changes.
 * @throws RuleBroken STALE_EDIT, VALIDATION_FAILED
 */
export function decide(command: BrandCommand, { brand: was, ...so }: BrandState): readonly BrandFact[] {
  if (command.type === 'SetContacts') {
    const { contacts, texts, seen, approvedBy } = command;
    const brand = { ...was, ...texts, contacts };
    if (plain(brand) === plain(was)) return [];
    if (seen !== so.contactsVersion) throw stale(was);
    return [{ type: 'BrandSet', data: { brand, was, approvedBy } }];
  }
  const { brand, seen } = command;
  requireReadable('colour', brand.colour, 'pale');
  requireReadable('dark_colour', brand.darkColour, 'dark');
  if (plain(brand) === plain(was)) return [];
  if (seen !== undefined && seen !== so.version) throw stale(was);
  return [{ type: 'BrandSet', data: { brand, was } }];
}

export function evolve(
  { version, contactsVersion }: BrandState,
  { data: { brand, was, approvedBy } }: BrandFact,
): BrandState {
  const stay =
    sameContacts(brand.contacts, was.contacts) && brand.headline === was.headline && brand.lead === was.lead;
  const renewed = approvedBy === undefined && stay ? 0 : 1;
  return { brand, version: version + 1, contactsVersion: contactsVersion + renewed };
}

export const sameContacts = (one: BrandContacts, other: BrandContacts): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

const plain = ({ contacts, ...brand }: Brand): string =>
  JSON.stringify([Object.entries(brand).toSorted(), Object.entries(contacts).toSorted()]);

const stale = ({ name }: Brand): RuleBroken => new RuleBroken('STALE_EDIT', { what: 'The brand', now: name });

function requireReadable(field: string, colour: string, scheme: 'pale' | 'dark'): void {
  const contrast = readability(colour, scheme);
  if (contrast >= CONTRAST_MIN) return;
  // Round down. Otherwise a refused contrast of 4.48 would be shown as 4.5, which is the minimum.
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1);
  const reason =
    scheme === 'pale'
      ? `is too pale to read: its contrast on pale pages is ${ratio}, and ${CONTRAST_MIN} is the least`
      : `is too dark to read: its contrast on dark pages is ${ratio}, and ${CONTRAST_MIN} is the least`;
  throw new RuleBroken('VALIDATION_FAILED', { field, reason });
}
