import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { IdGenerator } from '@opentelemetry/sdk-trace';
import { type PurchaseSpan, type PurchaseTrace, spanIdOf, traceIdOf } from './purchase-trace.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/**
 * Makes the ids of trace spans. Call `choose` directly before a span starts, because OpenTelemetry
 * reads the ids at that moment.
 */
export class ChosenIds implements IdGenerator {
  private next = { traceId: '', spanId: '' };

  choose(traceId: string, spanId: string): void {
    this.next = { traceId, spanId };
  }

  generateTraceId = (): string => this.next.traceId;
  generateSpanId = (): string => this.next.spanId;
}

/**
 * Makes one trace per purchase. Several processes may work on a purchase, and each computes the
 * same ids from `purchaseId`.
 */
export class PurchaseSpans implements PurchaseTrace {
  constructor(
    private readonly tracer: Pick<Tracer, 'startSpan'>,
    private readonly ids: ChosenIds,
  ) {}

  record({ purchaseId, name, which, within, kind, startedAt, endedAt, ...about }: PurchaseSpan): void {
    const traceId = traceIdOf(purchaseId);
    this.ids.choose(traceId, spanIdOf(purchaseId, which ? `${name}/${which}` : name));
    const parent =
      within === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId,
            spanId: spanIdOf(purchaseId, within),
            traceFlags: TraceFlags.SAMPLED,
            isRemote: true,
          });
    const span: Span = this.tracer.startSpan(
      name,
      {
        startTime: startedAt,
        kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
        attributes: { 'purchase.id': purchaseId, ...about.attributes },
      },
      parent,
    );
    for (const moment of about.moments ?? []) span.addEvent(moment.name, moment.at);
    if (about.fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: about.fault });
    span.end(Math.max(startedAt, endedAt));
  }
}
