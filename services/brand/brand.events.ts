import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Brand } from '../contracts/brand/brand.js';

/** Events of the stream `brand`, caused by owners or on the command line. Contain no personal data. */
export type BrandEvent = NewEvent<'BrandSet', BrandSet>;

export interface BrandSet {
  readonly brand: Brand;
  readonly was: Brand;
  /** Owner who approved a change of contacts, links, sender or texts. Absent when no approval was needed. */
  readonly approvedBy?: string;
}

export type BrandFact = Pick<BrandEvent, 'type' | 'data'>;

export const BRAND_STREAM = 'brand';

export const brandEvent = eventReader<BrandEvent>({ BrandSet: true });
