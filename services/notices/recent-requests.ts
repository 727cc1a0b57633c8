export const REQUESTS_MAILED_MAX = 20;
const HOUR_MS = 3_600_000;

/** Counts requests for approvals, so that an administrator cannot hide other mails among theirs. */
export class RecentRequests {
  /** Unix ms by id of the event, by asker. */
  private readonly mailed = new Map<string, Map<string, number>>();

  /** @returns the number of this request within an hour, or more than `REQUESTS_MAILED_MAX` */
  numberOf(asker: string, id: string, atMs: number): number {
    const known = [...(this.mailed.get(asker) ?? [])].filter(([, at]) => at > atMs - HOUR_MS);
    const before = known.findIndex(([event]) => event === id);
    if (before !== -1) return before + 1;
    if (known.length < REQUESTS_MAILED_MAX) this.mailed.set(asker, new Map([...known, [id, atMs]]));
    return known.length + 1;
  }
}
