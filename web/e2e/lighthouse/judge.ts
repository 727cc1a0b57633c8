/** What each page has to reach, of 100. */
export const BARS = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;
export type Category = keyof typeof BARS;
export const CATEGORIES = Object.keys(BARS) as Category[];

/** What one look at a page found. */
export interface Look {
  /** Of 1; null where it could not be measured. */
  readonly scores: Readonly<Record<Category, number | null>>;
  /** Ids of the audits that cost points, by category. */
  readonly lost: Readonly<Record<Category, readonly string[]>>;
}

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

/** The score of each category, of 100: of several looks the one in the middle, since a machine that does other things scatters. */
export const scoresOf = (looks: readonly Look[]): Record<Category, number> =>
  Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      Math.round(100 * middle(looks.map(({ scores }) => scores[category] ?? 0).sort((a, b) => a - b))),
    ]),
  ) as Record<Category, number>;

/** What a page misses, with the audits that cost it; nothing where it reaches every bar. */
export function missedBy(page: string, looks: readonly Look[]): string[] {
  const scores = scoresOf(looks);
  return CATEGORIES.filter((category) => scores[category] < BARS[category]).map((category) => {
    const lost = [...new Set(looks.flatMap((look) => look.lost[category]))].join(', ');
    return `${page}: ${category} ${scores[category]}, wanted ${BARS[category]} (${lost})`;
  });
}
