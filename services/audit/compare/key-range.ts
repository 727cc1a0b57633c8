import type { Projection } from '../../../infra/projections/projection.js';
import type { KeyedText, Operation } from '../../../infra/read-store/view.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { purchaseOf } from '../../ledger/streams.js';
import { inBytes } from './spilled-rows.js';

/** Range of keys with `after` < key <= `upTo` in byte order. */
export interface KeyRange {
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
}

export const isWithin = ({ after, upTo }: KeyRange, key: string): boolean =>
  (after === undefined || inBytes(after, key) < 0) && (upTo === undefined || inBytes(key, upTo) <= 0);

/**
 * Limits a projection with one row per purchase to a range of purchase ids. Events of other
 * purchases are skipped before they are decrypted.
 */
export function purchasesWithin(range: KeyRange, projection: Projection): Projection {
  if (range.after === undefined && range.upTo === undefined) return projection;
  const { wants = () => true, project, view } = projection;
  const isOurs = (key: unknown): boolean => typeof key !== 'string' || isWithin(range, key);
  const keyOf = (operation: Operation): unknown => {
    if (operation.op === 'clear') return undefined;
    return 'row' in operation ? ownEntry(operation.row, view.key) : operation.key;
  };
  return {
    ...projection,
    wants: (type, stream) => wants(type, stream) && isOurs(purchaseOf(stream)),
    project: (projected) =>
      isOurs(projected.event.data['purchaseId'])
        ? project(projected).filter((operation) => isOurs(keyOf(operation)))
        : [],
  };
}

export async function textsWithin(
  { after: first, upTo }: KeyRange,
  textsAfter: (after: string | undefined) => Promise<readonly KeyedText[]>,
  after: string | undefined,
): Promise<readonly KeyedText[]> {
  const texts = await textsAfter(after ?? first);
  const last = texts.at(-1);
  if (upTo === undefined || last === undefined || inBytes(last[0], upTo) <= 0) return texts;
  return texts.filter(([key]) => inBytes(key, upTo) <= 0);
}
