import type { Position } from '@eventstore/db-client';

/** Where a record is in the server's own log: sparse, ordered, unique. */
export type StorePosition = Position;

/** Negative when `a` comes before `b`. */
export function comparePositions(a: StorePosition, b: StorePosition): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare === b.prepare) return 0;
  return a.prepare < b.prepare ? -1 : 1;
}
