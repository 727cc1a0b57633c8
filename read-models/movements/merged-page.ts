/** Up to here rows are counted, as in every list. */
const TOTAL_MAX = 10_000;
/** So many rows of each list are simply read; what lies before them is passed over without being read. */
const READ_MAX = 500;

/** Movements of one moment are put in order together: so many of them, also where a page ends among them. */
const TIED_MAX = 20;

/** What moved a balance, and what it was right after. */
interface Moved {
  readonly at: string;
  readonly amount: bigint;
  readonly balance: bigint;
}

interface Part<Item> {
  readonly rows: readonly Item[];
  readonly total: number;
  readonly totalCapped: boolean;
}

/** A list, newest first, any part of which can be read. */
export type ReadPart<Item> = (skip: number, limit: number) => Promise<Part<Item>>;

/** A page of several lists as if they were one. */
export async function mergedPage<Item extends Moved>(
  lists: readonly ReadPart<Item>[],
  skip: number,
  limit: number,
): Promise<Part<Item>> {
  const passed = await passOver(lists, skip);
  const left = skip - passed.reduce((sum, rows) => sum + rows, 0);
  const parts = await Promise.all(
    lists.map((read, index) => read(passed[index] ?? 0, left + limit + TIED_MAX)),
  );
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return {
    rows: inOrder(parts.map(({ rows }) => rows)).slice(left, left + limit),
    total: Math.min(total, TOTAL_MAX),
    totalCapped: total > TOTAL_MAX || parts.some(({ totalCapped }) => totalCapped),
  };
}

/**
 * How many rows of each list lie before a place of the merged one, or a little less. Of each list the same number of rows
 * is looked ahead: all of that list whose row there is newest come before the place, whatever the others hold.
 */
async function passOver<Item extends Moved>(
  lists: readonly ReadPart<Item>[],
  skip: number,
): Promise<readonly number[]> {
  const passed = lists.map(() => 0);
  for (let left = skip; left > READ_MAX;) {
    const step = Math.floor(left / lists.length);
    const ahead = await Promise.all(
      lists.map(async (read, index) => (await read((passed[index] ?? 0) + step - 1, 1)).rows[0]?.at ?? ''),
    );
    const newest = ahead.reduce((best, at, index) => (at > (ahead[best] ?? '') ? index : best), 0);
    // All of them end before that.
    if (!ahead[newest]) break;
    passed[newest] = (passed[newest] ?? 0) + step;
    left -= step;
  }
  return passed;
}

/** Newest first. Those of the same moment stand so that each balance follows from the one below it. */
function inOrder<Item extends Moved>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const byTime = lists.flat().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const all: Item[] = [];
  for (let next = 0; next < byTime.length;) {
    const start = next;
    while (byTime[next]?.at === byTime[start]?.at) next += 1;
    all.push(...chained(byTime.slice(start, next), all.at(-1)));
  }
  return all;
}

/** Rows of one moment, the last of them first: what it began from is what the next one left. */
function chained<Item extends Moved>(tied: Item[], above: Moved | undefined): readonly Item[] {
  if (tied.length === 1) return tied;
  const chain: Item[] = [];
  for (let after = above; tied.length > 0; after = chain.at(-1)) {
    const follows = tied.findIndex((row) => after && row.balance === began(after));
    // The last of them: none of the others began from what it left.
    const last = tied.findIndex((row) => !tied.some((other) => began(other) === row.balance));
    chain.push(...tied.splice(Math.max(follows === -1 ? last : follows, 0), 1));
  }
  return chain;
}

/** What could be spent right before it. */
const began = ({ balance, amount }: Moved): bigint => balance - amount;
