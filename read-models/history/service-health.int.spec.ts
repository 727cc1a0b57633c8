import { describe, expect, it } from '@jest/globals';
import { GivenEvents } from '../testing/given-events.js';
import { readModelsOf } from '../testing/read-models-of.js';
import { healthOf, type Recent } from './service-health.js';
import { ReportServiceHealth, ReportServiceHealthHandler } from './service-health.query.js';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const MINUTE_MS = 60_000;
const utc = (ms: number): string => new Date(ms).toISOString();

/**
 * A purchase accepted ten minutes ago.
 * @param tookMs Time until it ended; absent while open.
 */
function bought(
  status: Recent['status'],
  tookMs?: number,
  user_id = 'ada',
  acceptedMs = NOON - 10 * MINUTE_MS,
): Recent {
  const at = utc(acceptedMs);
  const ended = status === 'Refunded' ? ('refunded' as const) : ('delivered' as const);
  return {
    user_id,
    status,
    at,
    steps: [
      { step: 'accepted', at },
      ...(tookMs === undefined ? [] : [{ step: ended, at: utc(acceptedMs + tookMs) }]),
    ],
  };
}
const times = <Of>(count: number, one: Of): Of[] => Array.from({ length: count }, () => one);
const ok = bought('Successful', 4_000);

describe('health of a service', () => {
  it.each<[string, readonly Recent[], ReturnType<typeof healthOf>]>([
    [
      'unknown while too little was bought',
      times(4, ok),
      { health: 'unknown', success_rate: null, median_seconds: null },
    ],
    ['good', times(5, ok), { health: 'good', success_rate: 1, median_seconds: 4 }],
    [
      'slow by the middle of the times',
      [...times(2, ok), ...times(3, bought('Successful', 31_000))],
      { health: 'slow', success_rate: 1, median_seconds: 31 },
    ],
    [
      'poor while most of it waits, though all that ended was fast',
      [...times(2, ok), ...times(3, bought('Pending', undefined))],
      { health: 'poor', success_rate: 0.4, median_seconds: 600 },
    ],
    [
      'good while what is open is new',
      [...times(5, ok), ...times(9, bought('Pending', undefined, 'ada', NOON - 29_999))],
      { health: 'good', success_rate: 1, median_seconds: 4 },
    ],
    [
      'poor when much is refunded to several people',
      [...times(4, ok), bought('Refunded', 1_000, 'bola'), bought('Refunded', 1_000, 'chi')],
      { health: 'poor', success_rate: 0.66, median_seconds: 4 },
    ],
    [
      'good though one person is refused again and again',
      [...times(8, ok), ...times(30, bought('Refunded', 1_000, 'bola'))],
      { health: 'good', success_rate: 0.8, median_seconds: 4 },
    ],
    [
      'poor while nothing is delivered at all',
      ['a', 'b', 'c', 'd', 'e'].map((user) => bought('Refunded', 1_000, user)),
      { health: 'poor', success_rate: 0, median_seconds: null },
    ],
    [
      'good of what a vendor took back later: it was delivered',
      times(5, bought('Reversed', 4_000)),
      { health: 'good', success_rate: 1, median_seconds: 4 },
    ],
  ])('is %s', (_, purchases, health) => expect(healthOf(purchases, NOON)).toEqual(health));
});

it('reports health by service and network over thirty minutes, and caches it for five seconds', async () => {
  const given = new GivenEvents(utc(NOON - 60 * MINUTE_MS));
  // Each purchase takes two minutes, so only those of the last half hour count.
  for (let number = 0; number < 25; number += 1)
    given
      .accepted('ada', `p${number}`, 100n, { product: { network: number % 5 === 0 ? 2 : 1 } })
      .captured('ada', `p${number}`, 100n);
  const models = await readModelsOf(given.events);
  try {
    const handler = new ReportServiceHealthHandler(models.readStore);
    const slow = { health: 'slow', success_rate: 1, median_seconds: 60 } as const;
    const nothing = { health: 'unknown', success_rate: null, median_seconds: null } as const;
    const rows = await handler.execute(new ReportServiceHealth(NOON));
    expect(rows.filter(({ service }) => service === 'airtime')).toEqual([
      { service: 'airtime', ...slow },
      { service: 'airtime', network: 1, ...slow },
      { service: 'airtime', network: 2, ...nothing },
    ]);
    expect(rows.find(({ service }) => service === 'data')).toEqual({ service: 'data', ...nothing });
    expect(await handler.execute(new ReportServiceHealth(NOON + 4_999))).toBe(rows);
    const later = await handler.execute(new ReportServiceHealth(NOON + 60 * MINUTE_MS));
    expect(later.find(({ service }) => service === 'airtime')).toEqual({ service: 'airtime', ...nothing });
  } finally {
    await models.close();
  }
});
