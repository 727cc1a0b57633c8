import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Confirm, either, IdParam, Ok, Text, Whole } from '../fields/http-fields.js';
import { type Service, SERVICES } from '../services.js';

export const SWITCHED_SERVICES = [
  'data',
  'airtime',
  'cable',
  'electricity',
  'exams',
] as const satisfies readonly Service[];
export type SwitchedService = (typeof SWITCHED_SERVICES)[number];

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
  resumeVendorAccount: adminChanges('/api/admin-resume-vendor-account/', 'owner', 'finance'),
  checkVendors: adminChanges('/api/admin-check-vendors/', 'owner', 'finance'),
  liftVendorRefusal: adminChanges('/api/admin-lift-vendor-refusal/', 'owner', 'finance'),
} as const satisfies Record<string, Call>;

/** Highest code of the vendors that administrators can choose for a service. */
const VENDOR_CODE_MAX = 8;
const VENDORS_MAX = 99;
export const PAUSE_REASON_MAX = 200;
const PRODUCT_KEY_MAX = 80;

/** Stored unencrypted for ever, so emails and phone numbers are refused. */
export const PlainReason = serverOnly(() =>
  Text(PAUSE_REASON_MAX)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
    .refine(
      (text) => !text.includes('@') && !/\d{10}/.test(text),
      'must not hold an email or a phone number',
    ),
);

/**
 * Pause of a vendor for one service. `by` is the first name of an administrator, or `Automatic`.
 */
export const VendorPause = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c11' }),
    service: z.enum(SERVICES).meta({ example: 'data' }),
    vendor: z.number().meta({ example: 6 }),
    reason: z.string().meta({ example: 'Their SIMs are blocked' }),
    since: z.string().meta({ example: '2026-03-02T10:05:30.000+01:00' }),
    by: z.string().meta({ example: 'Ada' }),
    automatic: z.boolean().meta({ example: false }),
    /**
     * State of the next probe, which is a test purchase at the paused vendor. `due` means that the probe's time
     * has come. `open` means that one purchase is allowed now. Null when no probe is planned.
     */
    probe: z.enum(['later', 'due', 'open']).nullable().meta({ example: null }),
    probe_at: z.string().nullable().meta({ example: null }),
  }),
);

/** Automatic pause of a vendor that refused our account. */
const AccountPause = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c12' }),
    vendor: z.number().meta({ example: 2 }),
    /**
     * Reason of the pause. A pause because of `balance` ends automatically when our account has
     * enough money.
     */
    fault: z.enum(['access', 'balance']).meta({ example: 'access' }),
    code: z.string().meta({ example: '087' }),
    reason: z.string().meta({ example: 'It refuses our account (087)' }),
    since: z.string().meta({ example: '2026-03-02T10:05:30.000+01:00' }),
  }),
);

/** Product that a vendor refused. This vendor gets no further orders for the product. */
const RefusedProduct = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c13' }),
    vendor: z.number().meta({ example: 4 }),
    product: z.string().meta({ example: 'data/1102' }),
    name: z.string().meta({ example: 'Mtn SME 1GB - 30 days' }),
    code: z.string().meta({ example: 'PLAN_UNKNOWN' }),
    reason: z.string().meta({ example: 'It refuses Mtn SME 1GB - 30 days (PLAN_UNKNOWN)' }),
    since: z.string().meta({ example: '2026-03-02T10:05:30.000+01:00' }),
  }),
);

export const VENDOR_SHAPES = serverOnly(() => {
  const switchedBy = <const Field extends string>(field: Field) => ({
    request: z.object({
      grabToken: BodyToken,
      confirm: Confirm,
      ...({
        [field]: Whole(0, VENDOR_CODE_MAX).meta({
          description: `The code of the vendor, 1 to ${VENDOR_CODE_MAX}; 0 switches the service off.`,
          example: 2,
        }),
      } as Record<Field, ReturnType<typeof Whole>>),
    }),
    answer: z.object({ status: Ok, message: z.string() }),
  });
  const SwitchedService = z
    .enum(SWITCHED_SERVICES, `must be one of ${SWITCHED_SERVICES.join(', ')}`)
    .meta({ description: `${either(SWITCHED_SERVICES)}.`, example: 'data' });
  const Reason = PlainReason.meta({
    description: `Why, in up to ${PAUSE_REASON_MAX} characters.`,
    example: 'Their SIMs are blocked',
  });
  const pausing = {
    service: SwitchedService,
    vendor: Whole(1, VENDORS_MAX).meta({ description: 'The code of a vendor that sells it.', example: 6 }),
    reason: Reason,
  };
  const Codes = z.array(z.number());
  const InTurn = z.array(Whole(1, VENDORS_MAX), 'must be a list of codes').max(VENDORS_MAX);
  return {
    setVendorOrder: {
      request: z.object({
        service: SwitchedService,
        vendors: InTurn.meta({
          description: 'Codes of vendors that sell it, each once, the one to be asked first first.',
          example: [5, 1],
        }),
        /**
         * Failover order that the screen showed. The call fails with `STALE_EDIT` when the stored order
         * differs.
         */
        shown: InTurn.meta({
          description: 'The order that you were shown, whole.',
          example: [1, 2, 3, 5, 7, 8],
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    pauseVendor: {
      request: z.object({ ...pausing, confirm: Confirm, grabToken: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    resumeVendor: {
      request: z.object({
        ...pausing,
        /**
         * Id of the pause that the screen showed. The call fails with `STALE_EDIT` when the stored id
         * differs.
         */
        pauseId: IdParam.meta({
          description: 'The id of the pause, as you were shown it.',
          example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c11',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    resumeVendorAccount: {
      request: z.object({
        vendor: Whole(1, VENDORS_MAX).meta({ description: 'The code of the vendor.', example: 2 }),
        reason: Reason,
        pauseId: IdParam.meta({
          description: 'The id of the pause, as you were shown it.',
          example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c12',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    checkVendors: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        vendors: z.array(
          z.object({
            code: z.number().meta({ example: 2 }),
            name: z.string().meta({ example: 'Spectranet' }),
            resumed: z.boolean().meta({ example: false }),
            lines: z.array(
              z.object({
                check: z
                  .enum(['credentials', 'balance', 'codes', 'query', 'webhook', 'clock'])
                  .meta({ example: 'credentials' }),
                result: z.enum(['right', 'wrong', 'unknown']).meta({ example: 'wrong' }),
                text: z
                  .string()
                  .meta({ example: 'it did not tell our balance: check its keys and its IP list' }),
                /** Vendor's words, never stored. */
                said: z.string().nullable().meta({ example: '087 INVALID CREDENTIALS' }),
              }),
            ),
          }),
        ),
      }),
    },
    liftVendorRefusal: {
      request: z.object({
        vendor: Whole(1, VENDORS_MAX).meta({ description: 'The code of the vendor.', example: 4 }),
        product: Text(PRODUCT_KEY_MAX).meta({
          description: 'The product, as you were shown it.',
          example: 'data/1102',
        }),
        reason: Reason,
        refusalId: IdParam.meta({
          description: 'The id of the refusal, as you were shown it.',
          example: '0b0f7d0e-55a4-4f0e-8e0f-6d1c8f0a7c13',
        }),
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
      /** Code of the active vendor of each service. 0 means that the service is switched off. */
      answer: z.object({
        status: Ok,
        active_data_api: z.number().meta({ example: 4 }),
        active_airtime_api: z.number().meta({ example: 1 }),
        active_cable_api: z.number().meta({ example: 1 }),
        active_electric_api: z.number().meta({ example: 0 }),
        active_exams_api: z.number().meta({ example: 2 }),
        /**
         * Failover order of each service, as codes of vendors. Present even when the service is
         * switched off.
         */
        orders: z.object({
          data: Codes.meta({ example: [4, 1, 2, 3, 5, 6, 7, 8] }),
          airtime: Codes.meta({ example: [1, 2, 3, 5, 7, 8] }),
          cable: Codes.meta({ example: [1, 2, 3, 5, 7, 8] }),
          electricity: Codes.meta({ example: [1, 2, 3, 5, 7, 8] }),
          exams: Codes.meta({ example: [2, 1, 3, 5, 7, 8] }),
        }),
        pauses: z.array(VendorPause),
        account_pauses: z.array(AccountPause),
        refused_products: z.array(RefusedProduct),
        /** By priority. */
        vendors: z
          .array(z.object({ code: z.number(), name: z.string(), services: z.array(z.enum(SERVICES)) }))
          .meta({
            example: [
              { code: 1, name: 'Platinum', services: ['airtime', 'data', 'cable', 'electricity', 'exams'] },
              { code: 4, name: 'Platonic', services: ['data'] },
            ],
          }),
      }),
    },
  };
});
