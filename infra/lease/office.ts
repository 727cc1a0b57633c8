import { monotonicMs } from '../host/clock.js';
import { pause, sleep } from '../host/timers.js';

/**
 * Period in which one process holds the lease. Its `token` is higher than the tokens of all earlier periods.
 */
export interface Stay {
  readonly token: number;
  readonly beat: number;
  readonly released: boolean;
}

/** Store of all periods of a lease. Methods throw when the store is unreachable. */
export interface OfficeRecords {
  newest(): Promise<Stay | undefined>;
  /** Starts a period of the lease. Returns false when another process has already used `token`. */
  enter(token: number): Promise<boolean>;
  beat(token: number): Promise<void>;
  release(token: number): Promise<void>;
}

export interface EnterOffice {
  /**
   * Milliseconds without a heartbeat of the holder after which another process takes the lease. Default: 6 s.
   */
  readonly leaseMs?: number | undefined;
  /**
   * Milliseconds between heartbeats, or between checks of a waiting process. Default: `leaseMs` / 3 for
   * heartbeats and `leaseMs` / 6 for checks.
   */
  readonly everyMs?: number | undefined;
  /** Returns false when this process cannot do its work, so that another process takes the lease. */
  readonly able?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onStandby?: (() => void) | undefined;
}

export interface Office {
  /**
   * Number that rises with each holder of the lease. A store refuses a write whose number is lower than the
   * highest number it has seen.
   */
  readonly token: number;
  /** Aborts when another process takes over, or when heartbeats fail for `leaseMs`. */
  readonly lost: AbortSignal;
  /** Gives up the lease. A waiting process then takes it at once. */
  release(): Promise<void>;
}

const LEASE_MS = 6_000;
const BEATS_PER_LEASE = 3;
const LOOKS_PER_LEASE = 6;

/**
 * Waits until this process holds the lease. The local clock measures how long the holder is silent, so the
 * clocks of processes need not agree.
 * @throws when `signal` aborts
 * @throws when `records` are unreachable
 */
export async function enterOffice(
  records: OfficeRecords,
  { leaseMs = LEASE_MS, everyMs, able = () => true, signal, onStandby }: EnterOffice = {},
): Promise<Office> {
  const lookMs = everyMs ?? leaseMs / LOOKS_PER_LEASE;
  const beatMs = everyMs ?? leaseMs / BEATS_PER_LEASE;
  let [seen, seenAt] = ['', 0];
  let announced = false;
  for (;;) {
    signal?.throwIfAborted();
    const current = await records.newest();
    const sign = `${current?.token} ${current?.beat}`;
    if (sign !== seen) [seen, seenAt] = [sign, monotonicMs()];
    const free = current === undefined || current.released || monotonicMs() - seenAt >= leaseMs;
    if (free && able()) {
      const token = (current?.token ?? 0) + 1;
      if (await records.enter(token)) return hold(records, token, { leaseMs, beatMs, able });
      continue;
    }
    if (!free && !announced) {
      onStandby?.();
      announced = true;
    }
    await sleep(lookMs, undefined, { signal });
  }
}

function hold(
  records: OfficeRecords,
  token: number,
  { leaseMs, beatMs, able }: { readonly leaseMs: number; readonly beatMs: number; able(): boolean },
): Office {
  const [lost, ended] = [new AbortController(), new AbortController()];
  const beating = beat();
  return {
    token,
    lost: lost.signal,
    async release() {
      ended.abort();
      await beating;
      if (!lost.signal.aborted) await records.release(token);
    },
  };

  async function beat(): Promise<void> {
    let renewedAt = monotonicMs();
    while (!lost.signal.aborted) {
      await pause(beatMs, ended.signal, { ref: false });
      if (ended.signal.aborted) return;
      try {
        if (able()) await records.beat(token);
        if ((await records.newest())?.token !== token) lost.abort();
        renewedAt = monotonicMs();
      } catch {
        if (monotonicMs() - renewedAt > leaseMs) lost.abort();
      }
    }
  }
}
