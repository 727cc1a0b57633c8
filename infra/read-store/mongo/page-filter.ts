import type { Filter } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import { fieldOf } from './row-model.js';

type Condition = Record<string, unknown>;

/**
 * Minimum length of a search text that is found anywhere in a column. A shorter text matches only at the
 * start.
 */
const SUBSTRING_LENGTH = 3;
const NOTHING: Condition = { _id: { $in: [] } };

export function knownField(shape: ViewShape, column: string): string {
  if (!shape.columns.some(({ name }) => name === column))
    throw new TypeError(`view ${shape.name} has no column ${column}`);
  return fieldOf(shape, column);
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function searchCondition(
  shape: ViewShape,
  text: string,
  { searchIn = shape.searchable, orKeys = [], orIn = {} }: Pick<Filter, 'searchIn' | 'orKeys' | 'orIn'>,
): Condition {
  const long = [...text].length >= SUBSTRING_LENGTH;
  const lower = text.toLowerCase();
  const conditions: Condition[] = [];
  for (const [column, words] of Object.entries(shape.words)) {
    const matching = words.filter((word) =>
      long ? word.toLowerCase().includes(lower) : word.toLowerCase().startsWith(lower),
    );
    if (matching.length > 0 && searchIn.includes(column))
      conditions.push({ [fieldOf(shape, column)]: { $in: matching } });
  }
  const pattern = long ? literal(text) : `^${literal(text)}`;
  for (const column of shape.trigram.filter((name) => searchIn.includes(name)))
    conditions.push({ [fieldOf(shape, column)]: { $regex: pattern, $options: 'i' } });
  for (const [column, values] of Object.entries(orIn))
    if (values.length > 0) conditions.push({ [knownField(shape, column)]: { $in: values } });
  if (orKeys.length > 0) conditions.push({ _id: { $in: orKeys } });
  return conditions.length > 0 ? { $or: conditions } : NOTHING;
}

/** Makes the MongoDB filter of a page, only from operators that MongoDB 6 to 8 and FerretDB all support. */
export function pageFilter(shape: ViewShape, filter: Filter): Condition {
  const { equals, in: among, range, search, within } = filter;
  const conditions: Condition[] = [];
  for (const [column, value] of Object.entries(equals ?? {}))
    conditions.push({ [knownField(shape, column)]: value });
  for (const [column, values] of Object.entries(among ?? {}))
    conditions.push({ [knownField(shape, column)]: { $in: values } });
  if (range) {
    const bounds = {
      ...(range.from !== undefined && { $gte: range.from }),
      ...(range.to !== undefined && { $lt: range.to }),
    };
    if (Object.keys(bounds).length > 0) conditions.push({ [knownField(shape, range.column)]: bounds });
  }
  if (within) {
    const field = knownField(shape, within.column);
    const each = within.ranges.map(({ from, to }) => ({ [field]: { $gte: from, $lt: to } }));
    conditions.push(each.length > 0 ? { $or: each } : NOTHING);
  }
  const text = search?.trim() ?? '';
  if (text !== '' && shape.searchable.length > 0) conditions.push(searchCondition(shape, text, filter));
  if (conditions.length < 2) return conditions[0] ?? {};
  return { $and: conditions };
}
