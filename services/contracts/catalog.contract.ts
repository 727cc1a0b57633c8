import { z } from 'zod';
import { asks, serverOnly, type Call } from './call.js';
import { BodyToken, Ok } from './fields/http-fields.js';
import { SERVICES } from './services.js';

export const HEALTHS = ['good', 'slow', 'poor', 'unknown'] as const;

/** Health of a service during the last thirty minutes. */
export const ServiceHealth = serverOnly(() =>
  z.object({
    /**
     * `poor` means that many purchases were refunded. `slow` means that customers wait long.
     * `unknown` means that there were too few purchases.
     */
    health: z.enum(HEALTHS),
    /**
     * Share of delivered purchases, from 0 to 1, rounded down. A purchase that is still open after 30 seconds
     * counts as undelivered. Null when there are too few purchases.
     */
    success_rate: z.number().nullable(),
    /**
     * Median of the seconds from order to delivery. A purchase that is open for longer than 30 seconds counts
     * with the seconds until now. Null when the median is unknown.
     */
    median_seconds: z.number().nullable(),
  }),
);
export type ServiceHealth = z.output<typeof ServiceHealth>;

export const CATALOG_CALLS = {
  catalogue: asks('/api/catalogue/'),
  serviceHealth: asks('/api/service_health/'),
} as const satisfies Record<string, Call>;

export const CATALOG_SHAPES = serverOnly(() => {
  const Offered = z.object({ code: z.number(), name: z.string(), available: z.boolean() });
  return {
    catalogue: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        services: z.array(
          z.object({
            service: z.enum(SERVICES).meta({ example: 'airtime' }),
            available: z.boolean().meta({ example: true }),
            discount_percent: z.number().meta({ example: 1 }),
          }),
        ),
        networks: z
          .array(
            Offered.extend({
              plan_types: z.array(Offered),
            }),
          )
          .meta({
            example: [
              {
                code: 1,
                name: 'Mtn',
                available: true,
                plan_types: [{ code: 1, name: 'SME', available: true }],
              },
            ],
          }),
        cable_providers: z.array(Offered).meta({ example: [{ code: 1, name: 'GoTV', available: true }] }),
        discos: z.array(Offered).meta({ example: [{ code: 18, name: 'Ikeja', available: true }] }),
        meter_types: z.array(
          z.object({
            code: z.string().meta({ example: 'prepaid' }),
            name: z.string().meta({ example: 'Prepaid' }),
          }),
        ),
        exams: z
          .array(Offered.extend({ price: z.number() }))
          .meta({ example: [{ code: 1, name: 'WAEC', available: true, price: 3450 }] }),
        exam_quantity_max: z.number().meta({ example: 20 }),
        airtime: z.object({
          minimum: z.number().meta({ example: 50 }),
          maximum: z.number().meta({ example: 50000 }),
        }),
        electricity: z.object({
          minimum: z.number().meta({ example: 500 }),
          maximum: z.number().meta({ example: 200000 }),
        }),
        sms: z.object({ page_price: z.number().meta({ example: 2.9 }) }),
      }),
    },
    serviceHealth: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        services: z
          .array(
            ServiceHealth.extend({
              service: z.enum(SERVICES),
              /** Code of the network. Absent when the row is about all networks of the service. */
              network: z.number().optional(),
            }),
          )
          .meta({
            example: [
              { service: 'airtime', health: 'good', success_rate: 0.98, median_seconds: 3.8 },
              { service: 'airtime', network: 1, health: 'slow', success_rate: 0.96, median_seconds: 64 },
            ],
          }),
      }),
    },
  };
});
