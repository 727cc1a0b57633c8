import { describe, expect, it } from '@jest/globals';
import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client';
import { host, replaceHost } from '../../infra/host/host.js';
import { PrometheusProducer } from './prometheus-producer.js';

const told = async (registry: Registry) =>
  (await new PrometheusProducer(registry).collect()).resourceMetrics.scopeMetrics.flatMap(
    ({ metrics }) => metrics,
  );

describe('PrometheusProducer', () => {
  it('keeps the values of a counter and a gauge, with their labels', async () => {
    const registers = [new Registry()];
    new Counter({ name: 'sold', help: 'What was sold.', labelNames: ['service'], registers }).inc(
      { service: 'airtime' },
      3,
    );
    new Gauge({ name: 'open', help: 'What is open.', registers }).set(7);
    const [sold, open] = await told(registers[0]!);
    expect(sold).toMatchObject({
      descriptor: { name: 'sold', description: 'What was sold.', unit: '' },
      isMonotonic: true,
      dataPoints: [{ attributes: { service: 'airtime' }, value: 3 }],
    });
    expect(open).toMatchObject({ dataPoints: [{ attributes: {}, value: 7 }] });
  });

  it('turns cumulative buckets into counts per bucket', async () => {
    const registers = [new Registry()];
    const seconds = new Histogram({
      name: 's',
      help: 's',
      labelNames: ['route'],
      buckets: [1, 2, 5],
      registers,
    });
    for (const value of [0.5, 1.5, 1.6, 9]) seconds.observe({ route: '/a' }, value);
    seconds.observe({ route: '/b' }, 3);
    const [metric] = await told(registers[0]!);
    expect(metric?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
      [{ route: '/a' }, { buckets: { boundaries: [1, 2, 5], counts: [1, 2, 0, 1] }, sum: 12.6, count: 4 }],
      [{ route: '/b' }, { buckets: { boundaries: [1, 2, 5], counts: [0, 0, 1, 0] }, sum: 3, count: 1 }],
    ]);
  });

  it('gives each reading a timestamp in milliseconds', async () => {
    let nowMs = Date.parse('2026-03-10T08:00:00.000Z');
    const restoreHost = replaceHost({ ...host, nowMs: () => nowMs });
    try {
      const registers = [new Registry()];
      new Gauge({ name: 'open', help: 'What is open.', registers }).set(7);
      const metrics = new PrometheusProducer(registers[0]!);
      nowMs += 1_999;
      const { resourceMetrics } = await metrics.collect();
      expect(resourceMetrics.scopeMetrics[0]!.metrics[0]!.dataPoints).toMatchObject([
        { startTime: [1_773_129_600, 0], endTime: [1_773_129_601, 999_000_000] },
      ]);
    } finally {
      restoreHost();
    }
  });

  it.each([
    ['late_seconds', 's'],
    ['memory_bytes', 'By'],
    ['unexplained_naira', ''],
  ])('gives %s the unit %s', async (name, unit) => {
    const registers = [new Registry()];
    new Gauge({ name, help: 'h', registers }).set(1);
    expect((await told(registers[0]!))[0]!.descriptor.unit).toBe(unit);
  });

  it('leaves out unknown numbers, and kinds that OpenTelemetry lacks', async () => {
    const registers = [new Registry()];
    new Gauge({ name: 'unknown', help: 'u', registers }).set(Number.NaN);
    new Summary({ name: 'quantiles', help: 'q', registers }).observe(1);
    expect(await told(registers[0]!)).toMatchObject([{ descriptor: { name: 'unknown' }, dataPoints: [] }]);
  });
});
