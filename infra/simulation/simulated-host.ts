import type { Host, Timer } from '../host/host.js';
import { replaceHost } from '../host/host.js';
import type { Runner, Scheduler } from './scheduler.js';
import { SeededRandom } from './seeded-random.js';
import { SimulatedProcess } from './simulated-process.js';

export const EPOCH = Date.parse('2026-03-10T08:00:00.000Z');

/** Maximum virtual ms by which a timer fires late. */
const LATE_MAX_MS = 3;

export interface SimulatedClocks {
  /** Planted fault: the monotonic clock jumps together with the wall clock. */
  readonly monotonicSteps?: boolean | undefined;
}

export function installHost(scheduler: Scheduler, clocks?: SimulatedClocks): () => void {
  return replaceHost(simulatedHost(scheduler, clocks));
}

export function simulatedHost(scheduler: Scheduler, { monotonicSteps = false }: SimulatedClocks = {}): Host {
  const chance = new SeededRandom(scheduler.seed, 2);
  const skewOf = (runner: Runner | undefined): number =>
    runner instanceof SimulatedProcess ? runner.skewMs : 0;
  const late = (): number => scheduler.random.fraction() * LATE_MAX_MS;
  return {
    nowMs: () => Math.floor(EPOCH + scheduler.now + skewOf(scheduler.current)),
    monotonicMs: () => scheduler.now + (monotonicSteps ? skewOf(scheduler.current) : 0),
    startTimer: (callback, ms) => {
      const due = scheduler.in(ms + late(), scheduler.current, 'timer', callback);
      return timer(() => due.cancel());
    },
    startRepeating(callback, ms) {
      const runner = scheduler.current;
      let next = scheduler.in(ms, runner, 'repeating', again);
      function again(): void {
        next = scheduler.in(ms, runner, 'repeating', again);
        callback();
      }
      return timer(() => next.cancel());
    },
    nextTurn: (callback) => void scheduler.in(0, scheduler.current, 'turn', callback),
    randomBytes: (size) => chance.bytes(size),
    randomUuid() {
      const bytes = chance.bytes(16);
      bytes[6] = (bytes[6]! & 0x0f) | 0x40;
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      const hex = bytes.toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      );
    },
  };
}

function timer(cancel: () => void): Timer {
  const it: Timer = { unref: () => it, cancel };
  return it;
}
