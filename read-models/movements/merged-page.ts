const TOTAL_MAX = 10_000;
const READ_MAX = 500;

const TIED_MAX = 20;

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

export type ReadPart<Item> = (skip: number, limit: number) => Promise<Part<Item>>;

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
 * Returns the number of rows to skip in each list. All skipped rows are among the first `skip` rows of the
 * merged list.
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
    if (!ahead[newest]) break;
    passed[newest] = (passed[newest] ?? 0) + step;
    left -= step;
  }
  return passed;
}

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

/**
 * Sorts rows of the same time, newest first. The balance before a row must equal the balance after the next
 * older row.
 */
function chained<Item extends Moved>(tied: Item[], above: Moved | undefined): readonly Item[] {
  if (tied.length === 1) return tied;
  const chain: Item[] = [];
  for (let after = above; tied.length > 0; after = chain.at(-1)) {
    const follows = tied.findIndex((row) => after && row.balance === began(after));
    const last = tied.findIndex((row) => !tied.some((other) => began(other) === row.balance));
    chain.push(...tied.splice(Math.max(follows === -1 ? last : follows, 0), 1));
  }
  return chain;
}

const began = ({ balance, amount }: Moved): bigint => balance - amount;
