import { monotonicMs } from '../host/clock.js';
import { pause, sleep } from '../host/timers.js';

/** One stay in office: its number is higher than that of every stay before. */
export interface Stay {
  readonly token: number;
  /** Counts up while the holder lives. */
  readonly beat: number;
  readonly released: boolean;
}

/** Where stays are written down. All of it may throw when that cannot be reached. */
export interface OfficeRecords {
  /** undefined while nobody ever was in office. */
  newest(): Promise<Stay | undefined>;
  /** Begins a stay with that number. False when somebody else did: of two who want it one gets it. */
  enter(token: number): Promise<boolean>;
  /** Counts on. */
  beat(token: number): Promise<void>;
  release(token: number): Promise<void>;
}

export interface EnterOffice {
  /** How long a holder may be silent before a standby takes over; default 6 s. */
  readonly leaseMs?: number | undefined;
  /** How often a holder counts on, and a standby looks; default a third, and a sixth, of `leaseMs`. */
  readonly everyMs?: number | undefined;
  /**
   * Whether this process can do the work at all now. While it cannot it does not count on, so that a standby may take over, and
   * does not want the office; a holder keeps it as long as nobody took it. Default: always.
   */
  readonly able?: (() => boolean) | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Told once when somebody else holds it. */
  readonly onStandby?: (() => void) | undefined;
}

export interface Office {
  /** The fencing token: whoever holds a lower one may write no more. */
  readonly token: number;
  /** Aborted when somebody else holds it, or it could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Lets a standby take over at once. */
  release(): Promise<void>;
}

const LEASE_MS = 6_000;
const BEATS_PER_LEASE = 3;
const LOOKS_PER_LEASE = 6;

/**
 * Waits until this process is the one in office. Takes over from a holder that stopped counting, by this process's own clock: clocks
 * of machines need not agree.
 * @throws when the signal ended the waiting, or the records are away
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
