import { z } from 'zod';
import { asks, serverOnly, type Call } from './call.js';
import { BodyToken, Ok } from './fields/http-fields.js';
import { SERVICES } from './services.js';

export const HEALTHS = ['good', 'slow', 'poor', 'unknown'] as const;

/** Of the last thirty minutes. */
export const ServiceHealth = serverOnly(() =>
  z.object({
    /** `poor`: much is refunded; `slow`: it takes long; `unknown`: too little was bought to tell. */
    health: z.enum(HEALTHS),
    /** Delivered of all that ended, 0 to 1, rounded down; null where none did. */
    success_rate: z.number().nullable(),
    /** From order to delivery; what waits for long counts with the time it has waited. Null is not known. */
    median_seconds: z.number().nullable(),
  }),
);
export type ServiceHealth = z.output<typeof ServiceHealth>;

/** What the selects of the forms offer, and what is available right now. */
export const CATALOG_CALLS = {
  catalogue: asks('/api/catalogue/'),
  /** How deliveries go right now; nothing is said of who delivers. */
  serviceHealth: asks('/api/service_health/'),
} as const satisfies Record<string, Call>;

/** Shapes of CATALOG_CALLS. */
export const CATALOG_SHAPES = serverOnly(() => {
  const Offered = z.object({ code: z.number(), name: z.string(), available: z.boolean() });
  return {
    catalogue: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        services: z.array(
          z.object({
            service: z.enum(SERVICES),
            available: z.boolean(),
            /** Of the face value, percent; 0 for none. */
            discount_percent: z.number(),
          }),
        ),
        networks: z.array(
          Offered.extend({
            /** Types of data plans of this network. One that is not available stays in the list. */
            plan_types: z.array(Offered),
          }),
        ),
        cable_providers: z.array(Offered),
        discos: z.array(Offered),
        meter_types: z.array(z.object({ code: z.string(), name: z.string() })),
        /** `price` is one pin, naira. */
        exams: z.array(Offered.extend({ price: z.number() })),
        exam_quantity_max: z.number(),
        airtime: z.object({ minimum: z.number(), maximum: z.number() }),
        electricity: z.object({ minimum: z.number(), maximum: z.number() }),
        /** Naira for one page to one recipient. */
        sms: z.object({ page_price: z.number() }),
      }),
    },
    serviceHealth: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        services: z.array(
          ServiceHealth.extend({
            service: z.enum(SERVICES),
            /** Absent for the service as a whole. */
            network: z.number().optional(),
          }),
        ),
      }),
    },
  };
});
