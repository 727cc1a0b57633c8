import { type HrTime, ValueType } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { nowMs } from '../../infra/host/clock.js';

type Labels = MetricValue<string>['labels'];
type Value = MetricValue<string> & { readonly metricName?: string };

export class PrometheusProducer implements MetricProducer {
  private readonly startTime = now();
  private last: ReturnType<Registry['getMetricsAsJSON']> | undefined;

  constructor(private readonly registry: Pick<Registry, 'getMetricsAsJSON'>) {}

  async end(): Promise<void> {
    await (this.last ??= this.registry.getMetricsAsJSON());
  }

  async collect(): Promise<CollectionResult> {
    const times = { startTime: this.startTime, endTime: now() };
    const told = (await (this.last ?? this.registry.getMetricsAsJSON())) as MetricObjectWithValues<Value>[];
    const metrics = told.flatMap((metric) => metricData(metric, times) ?? []);
    return {
      resourceMetrics: {
        resource: resourceFromAttributes({}),
        scopeMetrics: [{ scope: { name: 'prometheus' }, metrics }],
      },
      errors: [],
    };
  }
}

/** Without a unit for the rest, because collectors add units to the names that alerts and charts use. */
const UNITS: readonly (readonly [end: RegExp, unit: string])[] = [
  [/_seconds(_total)?$|\.duration$/, 's'],
  [/_bytes$/, 'By'],
];
const unitOf = (name: string): string => UNITS.find(([end]) => end.test(name))?.[1] ?? '';

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricData(metric: MetricObjectWithValues<Value>, times: Times): MetricData | undefined {
  const about = {
    descriptor: {
      name: metric.name,
      description: metric.help,
      unit: unitOf(metric.name),
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // Leave out unknown values, because JSON cannot contain NaN.
  const known = metric.values.filter(({ value }) => Number.isFinite(value));
  const points = (): DataPoint<number>[] =>
    known.map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }));
  switch (String(metric.type)) {
    case 'counter':
      return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case 'gauge':
      return { ...about, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) };
    default:
      return undefined;
  }
}

/**
 * Converts histograms. In Prometheus, a bucket contains all values up to the bound `le`. In
 * OpenTelemetry, a bucket contains the values between two bounds.
 */
function histograms({ name, values }: MetricObjectWithValues<Value>, times: Times): DataPoint<Histogram>[] {
  const series = new Map<string, { labels: Labels; below: [number, number][]; sum: number; count: number }>();
  for (const { metricName, labels: all, value } of values) {
    const { le, ...labels } = all as Record<string, string | number>;
    const key = JSON.stringify(labels);
    const one = series.get(key) ?? { labels, below: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== '+Inf') one.below.push([Number(le), value]);
  }
  return [...series.values()].map(({ labels, below, sum, count }) => {
    below.sort(([a], [b]) => a - b);
    const counts = below.map(([, upTo], index) => upTo - (below[index - 1]?.[1] ?? 0));
    return {
      ...times,
      attributes: attributesOf(labels),
      value: {
        buckets: {
          boundaries: below.map(([end]) => end),
          counts: [...counts, count - (below.at(-1)?.[1] ?? 0)],
        },
        sum,
        count,
      },
    };
  });
}

const attributesOf = (labels: Labels): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

function now(): HrTime {
  const ms = nowMs();
  return [Math.trunc(ms / 1_000), (ms % 1_000) * 1_000_000];
}
