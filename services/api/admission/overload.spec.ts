import { describe, expect, it } from '@jest/globals';
import { Overload } from './overload.js';

const EVERY_MS = 100;

/** Server that answers `perSecond` purchases, looked at every `EVERY_MS` of virtual time. */
function server(perSecond: number, logLateMs = 0) {
  const late = { ms: logLateMs };
  const overload = new Overload({ waiting: 2_000, loopDelayMs: 250, logLateMs: 3_000 }, () => late.ms);
  const { buy } = overload.lanes;
  let now = 0;
  const look = (tookMs = EVERY_MS): void => {
    now += tookMs;
    overload.look(now, tookMs, EVERY_MS);
  };
  /** Lets `arriving` purchases arrive in each look for `seconds`. Returns how many were refused. */
  const run = (arriving: number, seconds: number): number => {
    let refused = 0;
    for (let looks = 0; looks < (seconds * 1_000) / EVERY_MS; looks += 1) {
      for (let n = 0; n < arriving; n += 1)
        if (overload.refuses('buy')) refused += 1;
        else buy.waiting += 1;
      const answered = Math.min(buy.waiting, (perSecond * EVERY_MS) / 1_000);
      buy.waiting -= answered;
      buy.answered += answered;
      look();
    }
    return refused;
  };
  return { overload, buy, late, look, run };
}

describe('overload', () => {
  it.each([300, 800, 4_000])('at %i purchases a second lets at most a second of work wait', (perSecond) => {
    const { buy, run } = server(perSecond);
    expect(run((2 * perSecond) / 10, 20)).toBeGreaterThan(8 * perSecond);
    expect(buy.waiting).toBeLessThan(perSecond);
    expect(run(perSecond / 20, 20)).toBeLessThan(perSecond);
    expect(buy.waiting).toBe(0);
  });

  it('refuses nothing of a burst that the server takes in a second', () => {
    const { run, look } = server(4_000);
    for (let n = 0; n < 100; n += 1) look();
    expect(run(1_500, 0.1)).toBe(0);
  });

  it('refuses reads before purchases', () => {
    const { overload, buy } = server(800);
    buy.waiting = 1_100;
    expect([overload.refuses('read'), overload.refuses('buy')]).toEqual(['waiting', undefined]);
    buy.waiting = 2_100;
    expect(overload.refuses('buy')).toBe('waiting');
    buy.waiting = 0;
    overload.lanes.read.waiting = 2_100;
    expect([overload.refuses('read'), overload.refuses('buy')]).toEqual(['waiting', undefined]);
  });

  it('refuses no purchase for webhooks that wait, and no webhook for purchases', () => {
    const { overload, buy } = server(800);
    overload.lanes.provider.waiting = 2_100;
    expect([overload.refuses('provider'), overload.refuses('buy')]).toEqual(['waiting', undefined]);
    overload.lanes.provider.waiting = 0;
    buy.waiting = 2_100;
    expect([overload.refuses('provider'), overload.refuses('buy')]).toEqual([undefined, 'waiting']);
  });

  it('sheds reads after a second of a late event loop, purchases after two, and nothing afterwards', () => {
    const { overload, look } = server(800);
    for (let n = 0; n < 2; n += 1) look(400);
    expect(overload.refuses('read')).toBeUndefined();
    look(400);
    expect([overload.refuses('read'), overload.refuses('buy')]).toEqual(['event-loop', undefined]);
    for (let n = 0; n < 2; n += 1) look(400);
    expect(overload.refuses('buy')).toBe('event-loop');
    look();
    expect([overload.refuses('read'), overload.refuses('buy')]).toEqual([undefined, undefined]);
  });

  it('sheds purchases while too many wait for the worker', () => {
    const limits = { waiting: 2_000, loopDelayMs: 250, logLateMs: 3_000 };
    const overload = new Overload(
      limits,
      () => 0,
      () => true,
    );
    overload.look(EVERY_MS, EVERY_MS, EVERY_MS);
    expect([overload.refuses('read'), overload.refuses('buy')]).toEqual([undefined, 'backlog']);
    expect(overload.refuses('provider')).toBeUndefined();
  });

  it('sheds all calls while the log is late by seconds', () => {
    const { overload, look, late } = server(800);
    late.ms = 3_001;
    look();
    expect([overload.refuses('read'), overload.refuses('buy')]).toEqual(['log-late', 'log-late']);
    late.ms = 200;
    look();
    expect(overload.refuses('buy')).toBeUndefined();
  });

  it('stops shedding after a store that answered nothing for a while', () => {
    const { overload, buy, look, run } = server(4_000);
    buy.waiting = 400;
    for (let n = 0; n < 100; n += 1) look();
    expect(overload.refuses('buy')).toBe('waiting');
    buy.waiting = 0;
    expect(run(60, 2)).toBe(0);
    expect(run(1_000, 0.1)).toBe(0);
  });

  it('lets fewer calls wait while they make the event loop slow', () => {
    const { overload, buy, look } = server(4_000);
    buy.waiting = 700;
    for (let n = 0; n < 10; n += 1) {
      buy.answered = 160;
      look(EVERY_MS + 60);
    }
    expect(overload.refuses('buy')).toBe('waiting');
    for (let n = 0; n < 20; n += 1) {
      buy.answered = 400;
      look();
    }
    expect(overload.refuses('buy')).toBeUndefined();
  });
});
