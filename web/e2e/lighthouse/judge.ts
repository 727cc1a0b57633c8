/** Minimum scores, of 100. */
export const BARS = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;
export type Category = keyof typeof BARS;
export const CATEGORIES = Object.keys(BARS) as Category[];

/** Result of one measurement. */
export interface Look {
  /** Between 0 and 1; null when not measured. */
  readonly scores: Readonly<Record<Category, number | null>>;
  /** Audits that cost points. */
  readonly lost: Readonly<Record<Category, readonly string[]>>;
}

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

/** Median, since other load scatters single scores. */
export const scoresOf = (looks: readonly Look[]): Record<Category, number> =>
  Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      Math.round(100 * middle(looks.map(({ scores }) => scores[category] ?? 0).sort((a, b) => a - b))),
    ]),
  ) as Record<Category, number>;

export function missedBy(page: string, looks: readonly Look[]): string[] {
  const scores = scoresOf(looks);
  return CATEGORIES.filter((category) => scores[category] < BARS[category]).map((category) => {
    const lost = [...new Set(looks.flatMap((look) => look.lost[category]))].join(', ');
    return `${page}: ${category} ${scores[category]}, wanted ${BARS[category]} (${lost})`;
  });
}
