/** Up to here rows are counted, as in every list. */
const TOTAL_MAX = 10_000;
/** So many rows of each list are simply read; what lies before them is passed over without being read. */
const READ_MAX = 500;

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
  const parts = await Promise.all(lists.map((read, index) => read(passed[index] ?? 0, left + limit)));
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

/** Newest first. Those of the same moment stand so that each balance follows from the one below it, where their lists allow it. */
function inOrder<Item extends Moved>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const read = lists.map(() => 0);
  const all: Item[] = [];
  for (;;) {
    const heads = lists.flatMap((list, index) => {
      const row = list[read[index] ?? 0];
      return row ? [{ row, index }] : [];
    });
    const newest = heads.reduce((latest, { row }) => (row.at > latest ? row.at : latest), '');
    const tied = heads.filter(({ row }) => row.at === newest);
    const above = all.at(-1);
    const next =
      tied.find(({ row }) => above && row.balance === began(above)) ??
      // The last of them: none of the others began from what it left.
      tied.find(({ row }) => !tied.some((other) => began(other.row) === row.balance)) ??
      tied[0];
    if (!next) return all;
    all.push(next.row);
    read[next.index] = (read[next.index] ?? 0) + 1;
  }
}

/** What could be spent right before it. */
const began = ({ balance, amount }: Moved): bigint => balance - amount;
