import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Ok, Whole } from '../fields/http-fields.js';
import { type Service, SERVICES } from '../services.js';

/** What administrators switch between vendors. The rest is sold by one vendor each. */
export const SWITCHED_SERVICES = [
  'data',
  'airtime',
  'cable',
  'electricity',
  'exams',
] as const satisfies readonly Service[];
export type SwitchedService = (typeof SWITCHED_SERVICES)[number];

/** Who delivers what customers buy. */
export const VENDOR_CALLS = {
  activeVendors: adminReads('/settings/fetch-active-api/'),
  switchDataVendor: adminChanges('/settings/switch-data-api/', 'owner', 'finance'),
  switchAirtimeVendor: adminChanges('/settings/switch-airtime-api/', 'owner', 'finance'),
  switchCableVendor: adminChanges('/settings/switch-cable-api/', 'owner', 'finance'),
  switchElectricVendor: adminChanges('/settings/switch-electric-api/', 'owner', 'finance'),
  switchExamVendor: adminChanges('/settings/switch-exam-api/', 'owner', 'finance'),
  setVendorOrder: adminChanges('/api/admin-set-vendor-order/', 'owner', 'finance'),
} as const satisfies Record<string, Call>;

/** Vendors that administrators may choose have the codes up to this one. */
const VENDOR_CODE_MAX = 8;
/** Whoever an installation has configured, of whatever code. */
const VENDORS_MAX = 99;

/** Shapes of VENDOR_CALLS. */
export const VENDOR_SHAPES = serverOnly(() => {
  /** The code of the vendor that delivers from the next purchase on; 0 switches the service off. */
  const switchedBy = <const Field extends string>(field: Field) => ({
    request: z.object({
      grabToken: BodyToken,
      ...({ [field]: Whole(0, VENDOR_CODE_MAX) } as Record<Field, ReturnType<typeof Whole>>),
    }),
    answer: z.object({ status: Ok, message: z.string() }),
  });
  const Codes = z.array(z.number());
  /** Codes of vendors, the one that is asked first first. */
  const InTurn = z.array(Whole(1, VENDORS_MAX), 'must be a list of codes').max(VENDORS_MAX);
  return {
    setVendorOrder: {
      request: z.object({
        service: z.enum(SWITCHED_SERVICES, `must be one of ${SWITCHED_SERVICES.join(', ')}`),
        vendors: InTurn,
        /** The order that was shown: refused when it has changed since. */
        shown: InTurn,
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    switchDataVendor: switchedBy('dataapiidentifier'),
    switchAirtimeVendor: switchedBy('airtimeapiidentifier'),
    switchCableVendor: switchedBy('cableapiidentifier'),
    switchElectricVendor: switchedBy('electricapiidentifier'),
    switchExamVendor: switchedBy('examsapiidentifier'),
    activeVendors: {
      request: z.object({ grabToken: BodyToken }),
      /** Codes of vendors; 0 where a service is switched off. */
      answer: z.object({
        status: Ok,
        active_data_api: z.number(),
        active_airtime_api: z.number(),
        active_cable_api: z.number(),
        active_electric_api: z.number(),
        active_exams_api: z.number(),
        /** Codes of all who sell the service, the one that is asked first first; also while it is off. */
        orders: z.object({
          data: Codes,
          airtime: Codes,
          cable: Codes,
          electricity: Codes,
          exams: Codes,
        }),
        /** Whoever sells any of the five, by priority. */
        vendors: z.array(
          z.object({ code: z.number(), name: z.string(), services: z.array(z.enum(SERVICES)) }),
        ),
      }),
    },
  };
});
