import { z } from 'zod';
import type { SettingsOf } from '../../infra/config/settings.js';

export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'collector that is sent traces of purchases and metrics, as OTLP over HTTP; its `OTEL_EXPORTER_OTLP_HEADERS` are read too; default nowhere',
    ),
  OTEL_SERVICE_NAME: z.string().min(1).default('naira-ledger').describe('what the collector calls us'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('share of purchases that are traced, the same ones in every process'),
};

export type TelemetrySettings = SettingsOf<typeof TELEMETRY_SETTINGS>;
