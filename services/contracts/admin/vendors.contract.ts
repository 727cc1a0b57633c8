import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, IdParam, Ok, Text, Whole } from '../fields/http-fields.js';
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
  pauseVendor: adminChanges('/api/admin-pause-vendor/', 'owner', 'finance'),
  resumeVendor: adminChanges('/api/admin-resume-vendor/', 'owner', 'finance'),
} as const satisfies Record<string, Call>;

/** Vendors that administrators may choose have the codes up to this one. */
const VENDOR_CODE_MAX = 8;
/** Whoever an installation has configured, of whatever code. */
const VENDORS_MAX = 99;
/** Characters in which administrators say why. */
export const PAUSE_REASON_MAX = 200;

/** Why nothing new of a service is sent to a vendor, since when, and the first name of whoever said so: `Automatic` where nobody did. */
export const VendorPause = serverOnly(() =>
  z.object({
    id: z.string(),
    service: z.enum(SERVICES),
    vendor: z.number(),
    reason: z.string(),
    since: z.string(),
    by: z.string(),
    /** Whether the product paused it, and resumes it by itself. */
    automatic: z.boolean(),
    /** `due` when a purchase tries it as soon as somebody buys, `open` while one may; null where none is to. */
    probe: z.enum(['later', 'due', 'open']).nullable(),
    /** When a purchase may try it; null where none is to. */
    probe_at: z.string().nullable(),
  }),
);

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
  const SwitchedService = z.enum(SWITCHED_SERVICES, `must be one of ${SWITCHED_SERVICES.join(', ')}`);
  /** Stored in the clear and for good: no place for what reaches a person. */
  const Reason = Text(PAUSE_REASON_MAX)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
    .refine(
      (text) => !text.includes('@') && !/\d{10}/.test(text),
      'must not hold an email or a phone number',
    );
  const pausing = { service: SwitchedService, vendor: Whole(1, VENDORS_MAX), reason: Reason };
  const Codes = z.array(z.number());
  /** Codes of vendors, the one that is asked first first. */
  const InTurn = z.array(Whole(1, VENDORS_MAX), 'must be a list of codes').max(VENDORS_MAX);
  return {
    setVendorOrder: {
      request: z.object({
        service: SwitchedService,
        vendors: InTurn,
        /** The order that was shown: refused when it has changed since. */
        shown: InTurn,
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    pauseVendor: {
      request: z.object({ ...pausing, grabToken: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    resumeVendor: {
      request: z.object({
        ...pausing,
        /** The pause that was shown: refused when it is another one by now. */
        pauseId: IdParam,
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
        /** Vendors that nothing new of a service is sent to. */
        pauses: z.array(VendorPause),
        /** Whoever sells any of the five, by priority. */
        vendors: z.array(
          z.object({ code: z.number(), name: z.string(), services: z.array(z.enum(SERVICES)) }),
        ),
      }),
    },
  };
});
