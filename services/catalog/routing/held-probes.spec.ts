import { beforeEach, describe, expect, it } from '@jest/globals';
import { PROBE_WITHIN_MS } from './automatic-pause.decider.js';
import { HeldProbes } from './held-probes.js';
import type { Pause } from '../catalog.state.js';

describe('a probe that this process holds', () => {
  let clock: number;
  let probes: HeldProbes;
  beforeEach(() => {
    clock = 1_000_000;
    probes = new HeldProbes(() => clock);
  });
  const pause = (probeId: string, id = 'pause'): Pause => ({
    id,
    service: 'airtime',
    vendor: 1,
    reason: 'Delivered 0 of 20',
    since: 0,
    by: 'system',
    automatic: {
      cause: 'success',
      times: 1,
      at: 0,
      probeAt: 0,
      probe: { id: probeId, since: clock, until: clock + PROBE_WITHIN_MS },
    },
  });
  const open = (probeId: string, pauseId?: string): Pause => {
    const paused = pause(probeId, pauseId);
    const { until } = paused.automatic!.probe!;
    probes.hold('airtime', 1, { probeId, pauseId: paused.id, until });
    return paused;
  };
  const buys = (userId: string, paused: Pause) => {
    const may = probes.askedBy(userId, () => probes.mayAsk(paused, true));
    return may ? probes.take('airtime', 1, userId) : undefined;
  };

  it('is withheld from a customer who already tried this vendor, until its last half', () => {
    expect(buys('mallory', open('first'))).toBeDefined();
    const second = open('second');
    expect(buys('mallory', second)).toBeUndefined();
    // In the last half of the time, even the only customer gets the probe.
    clock += PROBE_WITHIN_MS / 2;
    expect(buys('mallory', second)).toBeDefined();
    const third = open('third');
    expect(buys('mallory', third)).toBeUndefined();
    expect(buys('ada', third)).toBeDefined();
    expect(buys('mallory', open('later', 'another-pause'))).toBeDefined();
  });

  it('is no attempt of a customer whose purchase was not accepted', () => {
    const first = open('first');
    buys('ada', first)!();
    expect(buys('ada', first)).toBeDefined();
  });
});
