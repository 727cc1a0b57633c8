export const NEWS_MAILED_MAX = 20;
const HOUR_MS = 3_600_000;

/** Keeps an administrator from hiding a mail among others. */
export class RecentNews {
  /** Unix ms. */
  private readonly mailed = new Map<string, Map<string, number>>();

  numberOf(actor: string, id: string, atMs: number): number {
    const known = [...(this.mailed.get(actor) ?? [])].filter(([, at]) => Math.abs(atMs - at) < HOUR_MS);
    const before = known.findIndex(([event]) => event === id);
    if (before !== -1) return before + 1;
    if (known.length < NEWS_MAILED_MAX) this.mailed.set(actor, new Map([...known, [id, atMs]]));
    return known.length + 1;
  }
}
