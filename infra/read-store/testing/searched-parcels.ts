import type { Page, PageQuery } from '../view.js';
import { parcel, type ParcelRow, SIZES } from './parcels.js';

/** Pseudorandom numbers, equal on every machine, from 0 below `most`. */
export function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * most);
  };
}

const START_MS = Date.UTC(2026, 0, 1);
const NOTES = [
  'to be left at the gate',
  'ṣe dáadáa, Ìbàdàn',
  '100% of it_all',
  'O\'Neil said "now"',
  'back\\slash and --hyphens--',
  '𝟙 large, 𝟚 small',
  'a_b%c',
] as const;
const STATES = ['Waiting', 'Sent'] as const;

/** Parcel with a short label and a varied note. Times are slightly out of order. */
export function generated(number: number, upTo: (most: number) => number): ParcelRow {
  const label = `NL${upTo(36 ** 4)
    .toString(36)
    .padStart(4, '0')
    .toUpperCase()}-${upTo(1_000)}`;
  const late = upTo(10) === 0 ? upTo(40_000) : 0;
  return parcel(number, {
    owner: `owner-${upTo(20)}`,
    label,
    note: upTo(3) === 0 ? null : `+234${upTo(100_000)} ${NOTES[upTo(NOTES.length)]!}`,
    state: upTo(50) === 0 ? 'Waiting' : 'Sent',
    size: SIZES[[0, 0, 0, 0, 0, 0, 0, 1, 1, 2][upTo(10)]!]!,
    weight: BigInt(upTo(10_000)),
    // Several per second.
    at: new Date(START_MS + Math.floor(number / 3) * 1_000 - late).toISOString(),
  });
}

/** Folds ASCII letters only, which both stores treat alike. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const foldedTexts = new WeakMap<ParcelRow, Readonly<Record<string, string>>>();
/** Searchable texts of a parcel, by column. */
function textsOf(row: ParcelRow): Readonly<Record<string, string>> {
  const known = foldedTexts.get(row);
  if (known) return known;
  const { label, note, state, size } = row;
  const texts = {
    label: folded(label),
    state: folded(state),
    size: folded(size),
    ...(note !== null && { note: folded(note) }),
  };
  foldedTexts.set(row, texts);
  return texts;
}

/** Page by a full scan; `parcels` are in order of arrival. */
export function naivePage(parcels: readonly ParcelRow[], query: PageQuery): Page<ParcelRow> {
  const {
    search = '',
    searchIn = ['label', 'note', 'state', 'size'],
    orKeys = [],
    orIn = {},
    equals = {},
    range,
  } = query;
  const needle = folded(search.trim());
  const long = [...needle].length >= 3;
  const holds = (text: string | undefined): boolean =>
    text !== undefined && (long ? text.includes(needle) : text.startsWith(needle));
  const means = (cells: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(orIn).some(([column, values]) => (values as readonly unknown[]).includes(cells[column]));
  const wanted = Object.entries(equals);
  const matching = parcels
    .toReversed()
    .filter((row) => {
      const cells = row as Readonly<Record<string, unknown>>;
      if (range?.from !== undefined && row.at < range.from) return false;
      if (range?.to !== undefined && row.at >= range.to) return false;
      if (!wanted.every(([column, value]) => cells[column] === value)) return false;
      if (needle === '') return true;
      const texts = textsOf(row);
      const found = searchIn.some((column) => holds(texts[column]));
      return found || orKeys.includes(row.parcel_id) || means(cells);
    })
    // A stable sort keeps later arrivals first among equal times.
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
  return {
    rows: matching.slice(query.skip, query.skip + query.limit),
    total: Math.min(matching.length, 10_000),
    totalCapped: matching.length > 10_000,
    ...(query.sum !== undefined && {
      sum: matching.slice(0, 10_000).reduce((sum, { weight }) => sum + weight, 0n),
    }),
  };
}

/** Search text: often a part of a parcel in changed case, sometimes absent from all. */
export function anyText(parcels: readonly ParcelRow[], upTo: (most: number) => number): string {
  const kind = upTo(10);
  if (kind === 0) return ['zzz-none', 'q%', '_', '%', "'", '"', '\\', '-', '--', '\n\nNL', 'ô'][upTo(11)]!;
  if (kind === 1) return ['sent', 'wait', 'ing', 's', 'w', 'WAITING', 'en', 'crate', 'PAL', 'elo'][upTo(10)]!;
  const { label, note } = parcels[upTo(parcels.length)]!;
  const characters = [...(kind < 6 || note === null ? label : note)];
  const length = 1 + upTo(Math.min(12, characters.length));
  const from = length < 3 && upTo(2) === 0 ? 0 : upTo(characters.length - length + 1);
  const text = characters.slice(from, from + length).join('');
  return upTo(2) === 0 ? folded(text) : text;
}

/** Values for `orIn`: weights, owners, many of each, a state, unknown values, or none. */
function anyMeaning(
  parcels: readonly ParcelRow[],
  upTo: (most: number) => number,
): NonNullable<PageQuery['orIn']> {
  const some = Array.from({ length: 1 + upTo(5) }, () => parcels[upTo(parcels.length)]!);
  const weight = some.map((row) => row.weight);
  const owner = some.map((row) => row.owner);
  const many = Array.from({ length: 300 }, (_, number) => number);
  return [
    { owner: [...many.map((number) => `nobody-${number}`), ...owner] },
    { weight: [...many.map((number) => BigInt(-number - 1)), ...weight], owner },
    { weight },
    { owner },
    { weight, owner },
    { state: ['Waiting'] },
    { size: ['Pallet', 'Crate'], weight },
    { weight: Array.from({ length: 100 }, (_, number) => some[0]!.weight + BigInt(number)) },
    { ratio: [0.5] },
    { weight: [-1n] },
    { owner: [] },
  ][upTo(11)]!;
}

/** Query for parcels, newest first, often with filters. */
export function anyQuestion(parcels: readonly ParcelRow[], upTo: (most: number) => number): PageQuery {
  const moment = (): string => parcels[upTo(parcels.length)]!.at;
  const chance = (outOf: number): boolean => upTo(outOf) === 0;
  const range = { ...(chance(2) && { from: moment() }), ...(chance(2) && { to: moment() }) };
  return {
    sort: { column: 'at', direction: 'descending' },
    skip: chance(3) ? upTo(200) : 0,
    limit: 1 + upTo(30),
    search: anyText(parcels, upTo),
    ...(chance(2) && { sum: 'weight' }),
    ...(chance(3) && { range: { column: 'at', ...range } }),
    ...(chance(2) && {
      equals: {
        ...(chance(3) && { owner: `owner-${upTo(20)}` }),
        ...(chance(2) && { size: SIZES[upTo(3)]! }),
        ...(chance(3) && { state: STATES[upTo(2)]! }),
      },
    }),
    ...(chance(5) && { searchIn: [['label'], ['label', 'state'], ['note'], []][upTo(4)]! }),
    ...(chance(4) && { orIn: anyMeaning(parcels, upTo) }),
    ...(chance(8) && { orKeys: ['p7', 'p70', 'nobody', `p${upTo(parcels.length)}`] }),
  };
}
