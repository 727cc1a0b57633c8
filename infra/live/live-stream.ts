import type { LiveHub } from './live-hub.js';

export type Committed = Parameters<LiveHub['publish']>[0];

/** Lists that were changed by the events after position `from`, up to `position`. */
export interface LiveEntry extends Committed {
  readonly from: number;
}

export const ENTRIES_KEPT = 10_000;

export const streamKey = (prefix: string): string => `${prefix}:live`;

/** Fields of an entry in the Redis stream. They contain ids and list names and never personal data. */
export const entryFields = ({ from, position, changes }: LiveEntry): string[] => [
  'from',
  String(from),
  'to',
  String(position),
  'changes',
  JSON.stringify(changes.flatMap(({ userId, list }) => [userId, list])),
];

export function readEntry(fields: readonly string[]): LiveEntry {
  const field = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
  const flat = JSON.parse(field('changes')) as string[];
  const changes = [];
  for (let at = 0; at + 1 < flat.length; at += 2) changes.push({ userId: flat[at]!, list: flat[at + 1]! });
  return { from: Number(field('from')), position: Number(field('to')), changes };
}
