import { RuleBroken } from '../../contracts/errors.js';
import { type ExamCode, EXAMS, type ExamProduct } from '../../contracts/exams.contract.js';
import type { Tier } from '../../contracts/services.js';
import { demoPhone } from '../demo.js';
import { type Chances } from '../product.js';
import {
  tierPrices,
  type Offer,
  type OrderContext,
  type PriceList,
  type Prices,
  type ProductOrder,
  named,
  plural,
  forPhone,
  phoneRequest,
  type PhoneRequest,
  type ProductDescriptor,
} from '../product.js';

export type ExamVendorRequest = PhoneRequest<ExamProduct>;

export interface ExamAsked {
  readonly exam: ExamCode;
  readonly quantity: number;
  readonly phone: string;
}

export interface ExamQuoteRequest {
  readonly exam: ExamCode;
  readonly quantity: number;
  readonly tier: Tier;
}

/** @throws RuleBroken PLAN_DISABLED, SERVICE_OFF */
export function quoteExam(catalog: PriceList, { exam, quantity, tier }: ExamQuoteRequest): Offer {
  const prices = catalog.state.exams.get(exam);
  if (!prices?.on) throw new RuleBroken('PLAN_DISABLED', { plan: EXAMS[exam] });
  const one = tierPrices(prices, tier);
  const pieces = BigInt(quantity);
  return catalog.offer({
    product: { service: 'exams', exam, quantity },
    ...one,
    amount: one.amount * pieces,
    cost: one.cost * pieces,
  });
}

export const EXAM_PINS = {
  service: 'exams',
  order: ({ exam, quantity, phone }: ExamAsked, { user, prices }: OrderContext): ProductOrder => ({
    service: 'exams',
    ...forPhone(phone),
    what: `${exam} × ${quantity}`,
    also: '',
    offer: () => quoteExam(prices, { exam, quantity, tier: user.tier }),
  }),
  quote: (asked: ExamQuoteRequest, { prices }: Prices) => quoteExam(prices, asked),
  label: ({ exam, quantity }) => plural(quantity, `${named(EXAMS, exam, 'exam')} pin`),
  vendorRequest: phoneRequest<ExamProduct>,
  handsOver: () => 'pins',
  receipt: [],
  choice: ({ exam }) => String(exam),
  demo: {
    share: 3,
    asked: (chances: Chances): ExamAsked => ({
      exam: chances.pick([1, 2] as const),
      quantity: 1,
      phone: demoPhone(chances),
    }),
  },
} as const satisfies ProductDescriptor<ExamProduct, ExamAsked, ExamQuoteRequest>;
