import { z } from 'zod';
import type { Filter, Operation, PageQuery, ReadStore, ReadStoreWriter, View } from '../view.js';
import { PATIENCE_MS } from '../../testing/until.js';

export const SIZES = ['Envelope', 'Crate', 'Pallet'] as const;

const ParcelRow = z.object({
  parcel_id: z.string(),
  owner: z.string(),
  label: z.string(),
  note: z.string().nullable(),
  state: z.enum(['Waiting', 'Sent']),
  size: z.enum(SIZES),
  weight: z.bigint(),
  ratio: z.number(),
  fragile: z.boolean(),
  stops: z.array(z.object({ town: z.string() })),
  at: z.string(),
});
export type ParcelRow = z.output<typeof ParcelRow>;

/** View with every kind of column. */
export const parcelView: View<ParcelRow> = {
  name: 'parcels',
  version: 1,
  row: ParcelRow,
  key: 'parcel_id',
  indexes: [['owner', 'size', 'at']],
  lists: [
    { by: ['at'], holds: ['weight'] },
    { by: ['owner', 'at'], holds: ['weight', 'size'] },
    { by: ['weight', 'at'], holds: ['size'] },
    { by: ['size', 'at'], holds: ['state', 'weight'] },
    {
      by: ['state', 'at'],
      holds: ['size', 'weight'],
      searches: ['owner', 'label', 'note'],
      except: { column: 'state', is: 'Sent' },
    },
  ],
  arrivesBy: 'at',
  searchable: ['label', 'note', 'state', 'size'],
  words: { state: ['Waiting', 'Sent'], size: SIZES },
  searchFilters: ['size'],
};

export const parcelCountView: View = {
  name: 'parcel_counts',
  version: 1,
  row: z.object({ owner: z.string(), parcels: z.bigint(), last: z.string().nullable() }),
  key: 'owner',
  indexes: [],
  searchable: [],
};

/** Time limits within which a running server answers even on a slow machine. */
export const PATIENT = { patienceMs: PATIENCE_MS, silenceMs: PATIENCE_MS, queryMsMax: PATIENCE_MS };

/** Reader and writer of the same read models, which are empty at first. */
export interface OpenedReadStore {
  readonly writer: ReadStoreWriter;
  readonly reader: ReadStore;
  close(): Promise<void>;
}

export const parcel = (number: number, more: Partial<ParcelRow> = {}): ParcelRow => ({
  parcel_id: `p${number}`,
  owner: 'ada',
  label: `LABEL-${String(number).padStart(4, '0')}`,
  note: null,
  state: 'Waiting',
  size: 'Crate',
  weight: BigInt(number),
  ratio: 0.5,
  fragile: number % 2 === 0,
  stops: [],
  at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  ...more,
});
export const put = (row: ParcelRow): Operation => ({ op: 'put', row });
export const newest: Omit<PageQuery, keyof Filter> = {
  sort: { column: 'at', direction: 'descending' },
  skip: 0,
  limit: 10,
};
