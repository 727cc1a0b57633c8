import { monotonicMs } from '../../host/clock.js';
import { sleep } from '../../host/timers.js';

/** What the records of who is in office answer, over a network. */
export interface OfficeRecords {
  stay(): Promise<{ readonly token: number; readonly beat: number; readonly released: boolean }>;
  /** Whether the number is now that of who asked. */
  enter(token: number): Promise<boolean>;
  /** Counts on. Whether nobody came after. */
  beat(token: number): Promise<boolean>;
  leave(token: number): Promise<void>;
}

export interface Office {
  /** Higher than that of every holder before. */
  readonly token: number;
  /** Aborted when somebody else is in office, or nobody knows. */
  readonly lost: AbortSignal;
  leave(): Promise<void>;
}

const SILENT_MS = 6_000;
const BEAT_MS = 2_000;
const LOOK_MS = 1_000;

/** Waits until the holder before is silent for long enough, and then holds the office as the projectors of the product do. */
export async function enterOffice(records: OfficeRecords, signal: AbortSignal): Promise<Office> {
  let [seen, seenAt] = ['', 0];
  for (;;) {
    signal.throwIfAborted();
    const { token, beat, released } = await records.stay();
    const sign = `${token} ${beat}`;
    if (sign !== seen) [seen, seenAt] = [sign, monotonicMs()];
    const isFree = released || monotonicMs() - seenAt >= SILENT_MS;
    if (isFree && (await records.enter(token + 1))) return hold(records, token + 1);
    if (!isFree) await sleep(LOOK_MS, undefined, { signal });
  }
}

function hold(records: OfficeRecords, token: number): Office {
  const [lost, left] = [new AbortController(), new AbortController()];
  const beating = (async () => {
    let beatenAt = monotonicMs();
    while (!lost.signal.aborted) {
      await sleep(BEAT_MS, undefined, { signal: left.signal }).catch(() => undefined);
      if (left.signal.aborted) return;
      try {
        if (!(await records.beat(token))) lost.abort();
        beatenAt = monotonicMs();
      } catch {
        if (monotonicMs() - beatenAt > SILENT_MS) lost.abort();
      }
    }
  })();
  return {
    token,
    lost: lost.signal,
    leave: async () => {
      left.abort();
      await beating;
      if (!lost.signal.aborted) await records.leave(token);
    },
  };
}
