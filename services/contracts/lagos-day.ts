/** Africa/Lagos is UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The Lagos day of an instant, counted in days since 1970: limits of a day start anew at midnight in Lagos. */
export const lagosDayOf = (atMs: number): number => Math.floor((atMs + LAGOS_OFFSET_MS) / DAY_MS);
