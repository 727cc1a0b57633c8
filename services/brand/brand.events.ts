import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Brand } from '../contracts/brand/brand.js';

/** Events of the stream `brand`. Owners and the command line cause them. Nothing in them is personal. */
export type BrandEvent = NewEvent<'BrandSet', BrandSet>;

export interface BrandSet {
  readonly brand: Brand;
  readonly was: Brand;
  /** Second owner, when contacts, links or sender changed. Absent when one owner is enough. */
  readonly approvedBy?: string;
}

export type BrandFact = Pick<BrandEvent, 'type' | 'data'>;

export const BRAND_STREAM = 'brand';

export const brandEvent = eventReader<BrandEvent>({ BrandSet: true });
