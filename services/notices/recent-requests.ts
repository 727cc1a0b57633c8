export const REQUESTS_MAILED_MAX = 20;
const HOUR_MS = 3_600_000;

/** Keeps an administrator from hiding other mails among requests. */
export class RecentRequests {
  /** Unix ms. */
  private readonly mailed = new Map<string, Map<string, number>>();

  numberOf(asker: string, id: string, atMs: number): number {
    const known = [...(this.mailed.get(asker) ?? [])].filter(([, at]) => Math.abs(atMs - at) < HOUR_MS);
    const before = known.findIndex(([event]) => event === id);
    if (before !== -1) return before + 1;
    if (known.length < REQUESTS_MAILED_MAX) this.mailed.set(asker, new Map([...known, [id, atMs]]));
    return known.length + 1;
  }
}
