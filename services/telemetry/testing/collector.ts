import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ArrivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly moments: readonly string[];
  readonly isFault: boolean;
  /** `process.role` of the sender. */
  readonly role: unknown;
}

export interface ArrivedMetric {
  readonly name: string;
  readonly role: unknown;
  readonly kind: string;
  readonly unit: unknown;
  readonly version: unknown;
  readonly attributes: readonly string[];
}

/** Receives OTLP as a collector does. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly ArrivedSpan[];
  readonly metrics: readonly ArrivedMetric[];
  readonly headers: readonly (string | undefined)[];
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeMetrics: readonly { readonly metrics: readonly Readonly<Record<string, unknown>>[] }[];
  }[];
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly { readonly name: string }[];
  readonly status?: { readonly code?: number };
}

const STATUS_ERROR = 2;
const KINDS = ['sum', 'gauge', 'histogram'];

/** @param answers HTTP status of every answer */
export async function startCollector(answers = 200): Promise<Collector> {
  const spans: ArrivedSpan[] = [];
  const metrics: ArrivedMetric[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers['authorization']);
    void text(request).then((body) => {
      take(JSON.parse(body) as Sent);
      response.writeHead(answers, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const take = ({ resourceSpans = [], resourceMetrics = [] }: Sent): void => {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push(arrived(span, flat(resource.attributes)['process.role']));
    for (const { resource, scopeMetrics } of resourceMetrics)
      for (const metric of scopeMetrics.flatMap((scope) => scope.metrics))
        metrics.push({
          name: String(metric['name']),
          role: flat(resource.attributes)['process.role'],
          kind: KINDS.find((kind) => kind in metric) ?? 'none',
          unit: metric['unit'],
          version: flat(resource.attributes)['service.version'],
          attributes: attributesIn(metric),
        });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const arrived = (span: SentSpan, role: unknown): ArrivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || undefined,
  name: span.name,
  startedAt: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
  endedAt: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
  attributes: flat(span.attributes),
  moments: (span.events ?? []).map(({ name }) => name),
  isFault: span.status?.code === STATUS_ERROR,
  role,
});

const attributesIn = (metric: Readonly<Record<string, unknown>>): string[] => {
  const kind = KINDS.find((each) => each in metric) ?? '';
  const data = metric[kind] as { readonly dataPoints?: readonly { attributes: Attribute[] }[] } | undefined;
  return (data?.dataPoints?.[0]?.attributes ?? []).map(({ key }) => key).toSorted();
};

const flat = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
