import type { AmountService } from '../../contracts/admin/prices.contract.js';
import type { AmountTerms } from '../../products/product.js';
import { TIERS, type Service } from '../../contracts/services.js';
import { type CatalogState, discountKey } from '../catalog.state.js';
import { AIRTIME_COMMISSION_BP, AIRTIME_RANGE } from '../../products/airtime/airtime.product.js';
import { DISCO_COMMISSION_BP, ELECTRICITY_RANGE } from '../../products/electricity/electricity.product.js';
import { SEED_CABLE_PLANS } from './cable-plans.js';
import { SEED_DATA_PLANS } from './data-plans.js';
import type { ExamCode } from '../../contracts/exams.contract.js';
import type { StoredExam } from '../catalog.events.js';

const exam = (code: ExamCode, naira: number, commission: number): StoredExam => ({
  exam: code,
  price: String(BigInt(naira) * 100n),
  cost: String(BigInt(naira - commission) * 100n),
  on: true,
});

/**
 * Exam pins, which show a candidate's results. Sources: NECO sells a token at ₦1,100
 * (tuitiondaily.com/how-to-buy-neco-token). VTpass resells WAEC pins with a commission of ₦250. The price of
 * NABTEB pins is from lists of resellers.
 */
export const SEED_EXAMS: readonly StoredExam[] = [
  exam(1, 4_000, 250),
  exam(2, 1_300, 200),
  exam(3, 1_200, 200),
];

const DISCOUNTED: readonly Service[] = ['airtime', 'data', 'cable', 'electricity', 'exams'];
const DISCOUNT_BP = 100;
const DISCO_NOT_AVAILABLE = 26;
const AMOUNT_TERMS = new Map<AmountService, AmountTerms>([
  ['airtime', { ...AIRTIME_RANGE, commissions: AIRTIME_COMMISSION_BP }],
  ['electricity', { ...ELECTRICITY_RANGE, commissions: DISCO_COMMISSION_BP }],
]);

export const SEED: CatalogState = {
  networksOff: new Set(),
  planTypesOff: new Set(),
  dataPlans: new Map(SEED_DATA_PLANS.map((plan) => [plan.code, plan])),
  cablePlans: new Map(SEED_CABLE_PLANS.map((plan) => [plan.code, plan])),
  exams: new Map(SEED_EXAMS.map((exam) => [exam.exam, exam])),
  retired: new Map(),
  plansStopped: new Map(),
  pricesConfirmed: true,
  priceVersion: 0,
  fundingTermsVersion: 0,
  fundingTermsChanges: [],
  scheduled: new Map(),
  refused: new Map(),
  ended: new Map(),
  discosOff: new Set([DISCO_NOT_AVAILABLE]),
  amountTerms: AMOUNT_TERMS,
  agreedTerms: AMOUNT_TERMS,
  discounts: new Map(
    DISCOUNTED.flatMap((service) => TIERS.map((tier) => [discountKey(service, tier), DISCOUNT_BP])),
  ),
  belowCost: new Set(),
  activeVendors: new Map(),
  vendorOrders: new Map(),
  pauses: new Map(),
  resumptions: new Map(),
  accountPauses: new Map(),
  accountResumptions: new Map(),
  refusedProducts: new Map(),
  liftedRefusals: new Map(),
};
