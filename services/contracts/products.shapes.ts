import { z } from 'zod';
import { Amount, BodyToken, Code, Network, Phone, Pin, Whole } from './http-fields.js';
import {
  CABLE_PROVIDERS,
  DISCOS,
  EXAM_QUANTITY_MAX,
  EXAMS,
  METER_TYPES,
  PLAN_TYPES,
  type CableCode,
  type DiscoCode,
  type ExamCode,
  type MeterType,
  type PlanTypeCode,
} from './products.js';
import { SERVICES } from './services.js';

const Ok = z.literal(true);

const listed = <Listed extends number>(table: Readonly<Record<Listed, string>>) => {
  const words = Object.entries(table).map(([code, name]) => `${code} (${String(name)})`);
  return Code.refine((code) => code in table, `must be one of ${words.join(', ')}`).transform(
    (code) => code as Listed,
  );
};

const PlanType = listed<PlanTypeCode>(PLAN_TYPES);
const Cable = listed<CableCode>(CABLE_PROVIDERS);
const Exam = listed<ExamCode>(EXAMS);
const Disco = listed<DiscoCode>(DISCOS);

/** `Prepaid` or `Postpaid`, in any case. */
const Meter = z.string('must be Prepaid or Postpaid').transform((value, context) => {
  const type = value.toLowerCase();
  if (type in METER_TYPES) return type as MeterType;
  context.addIssue({ code: 'custom', message: 'must be Prepaid or Postpaid' });
  return z.NEVER;
});

const Digits = (what: string, min: number, max: number) =>
  z
    .string('must be digits as text')
    .regex(new RegExp(`^\\d{${min},${max}}$`), `must be a ${what} of ${min} to ${max} digits`);

const Iuc = Digits('smartcard number', 8, 14);
const MeterNumber = Digits('meter number', 6, 15);
const Quantity = Whole(1, EXAM_QUANTITY_MAX);

/** What every purchase takes beside what it buys. */
const ORDER = {
  transaction_pin: Pin,
  access_token: BodyToken,
  confirm_duplicate: z.boolean('must be true or false').optional(),
  /** The price the customer was shown: refused when it has changed since. */
  quoted_price: Amount.optional(),
};

/** The answer to every purchase: the outcome follows live and in the history. */
export const PurchaseAnswer = z.object({
  status: Ok,
  message: z.string(),
  reference: z.string(),
  transaction_status: z.literal('Pending'),
});

/** The answer to every quote, naira. */
export const QuoteAnswer = z.object({
  status: Ok,
  /** Face value. */
  amount: z.number(),
  /** What is charged. */
  price: z.number(),
  discount: z.number(),
  /** Negative when the balance does not cover it. */
  balance_after: z.number(),
});

const Plan = z.object({
  id: z.string(),
  name: z.string(),
  /** What this customer is charged, naira. */
  price: z.number(),
});

const dataPlans = {
  request: z.object({ datanetwork: Network, selectedPlanType: PlanType, access_token: BodyToken }),
  answer: z.object({
    status: Ok,
    data_plans: z.array(Plan.extend({ validity: z.string() })),
    /** Whether the plan type is on. */
    planstatus: z.boolean(),
    /** Why there is nothing to choose from; empty when there is. */
    planMessage: z.string(),
    message: z.string(),
  }),
};

const dataPrice = {
  request: z.object({ selectedDataPlan: Code, access_token: BodyToken }),
  answer: z.object({ status: Ok, price: z.number(), discount: z.number() }),
};

const Offered = z.object({ code: z.number(), name: z.string(), available: z.boolean() });

export const PRODUCT_SHAPES = {
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
    }),
  },
  dataPlans,
  dataPlanPrices: dataPrice,
  dataPlansAlias: dataPlans,
  dataPriceAlias: dataPrice,
  dataQuote: {
    request: z.object({ datanetwork: Network, selectedDataPlan: Code, access_token: BodyToken }),
    answer: QuoteAnswer,
  },
  buyData: {
    request: z.object({ datanetwork: Network, phone: Phone, selectedDataPlan: Code, ...ORDER }),
    answer: PurchaseAnswer,
  },
  cablePlans: {
    request: z.object({ cablenetwork: Cable, access_token: BodyToken }),
    answer: z.object({ status: Ok, cable_plans: z.array(Plan), message: z.string() }),
  },
  cablePrices: {
    request: z.object({ cable_plan_code: Code, access_token: BodyToken }),
    answer: z.object({ status: Ok, cable_plans_price: z.number(), discount: z.number() }),
  },
  validateIuc: {
    request: z.object({ iuc: Iuc, cablenetwork: Cable, access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      name: z.string(),
      /** What the customer watches now; absent when the provider does not tell. */
      current_plan: z.string().optional(),
      due_date: z.string().optional(),
    }),
  },
  cableQuote: {
    request: z.object({ cablenetwork: Cable, selectedcablePlan: Code, access_token: BodyToken }),
    answer: QuoteAnswer,
  },
  payCable: {
    request: z.object({ cablenetwork: Cable, iuc: Iuc, selectedcablePlan: Code, ...ORDER }),
    answer: PurchaseAnswer,
  },
  validateMeter: {
    request: z.object({
      disco_name: Disco,
      meter_number: MeterNumber,
      meter_type: Meter,
      access_token: BodyToken,
    }),
    answer: z.object({
      status: Ok,
      name: z.string(),
      Address: z.string(),
      message: z.string(),
      /** What this meter takes at once, naira. */
      minimum: z.number(),
      maximum: z.number(),
    }),
  },
  electricityQuote: {
    request: z.object({ discoName: Disco, meterType: Meter, amount: Amount, access_token: BodyToken }),
    answer: QuoteAnswer,
  },
  payElectricity: {
    request: z.object({
      meterNumber: MeterNumber,
      meterType: Meter,
      amount: Amount,
      phone: Phone,
      discoName: Disco,
      ...ORDER,
    }),
    answer: PurchaseAnswer,
  },
  examPrice: {
    request: z.object({ examName: Exam, quantity: Quantity, access_token: BodyToken }),
    /** `amount` is what is charged for all pins together. */
    answer: z.object({ status: Ok, amount: z.number(), discount: z.number(), message: z.string() }),
  },
  examQuote: {
    request: z.object({ examName: Exam, quantity: Quantity, access_token: BodyToken }),
    answer: QuoteAnswer,
  },
  buyExam: {
    request: z.object({ examName: Exam, quantity: Quantity, phone: Phone, ...ORDER }),
    answer: PurchaseAnswer,
  },
} as const;
