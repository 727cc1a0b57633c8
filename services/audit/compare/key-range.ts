import type { Projection } from '../../../infra/projections/projection.js';
import type { KeyedText, Operation } from '../../../infra/read-store/view.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { purchaseOf } from '../../ledger/streams.js';
import { inBytes } from './spilled-rows.js';

/** Rows whose keys come after one and up to another, in the order of their bytes; all of them where neither is said. */
export interface KeyRange {
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
}

export const isWithin = ({ after, upTo }: KeyRange, key: string): boolean =>
  (after === undefined || inBytes(after, key) < 0) && (upTo === undefined || inBytes(key, upTo) <= 0);

/**
 * A projection of rows by the purchase, for those of a range alone. Events of other purchases are passed over: those of a purchase's own stream
 * unread, those of a wallet before anything of them is decrypted. A row that an event of another purchase would change is wrong in every range, and
 * found.
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

/** A page of what is shown, of the same rows. */
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
