import type { Call } from './call.js';

const reads = (path: string) => ({ method: 'POST', path, kind: 'reads', access: 'user' }) as const;
const buys = (path: string) => ({ method: 'POST', path, kind: 'changes', access: 'user' }) as const;

/** Data, cable, electricity and exam pins: what is on offer, what it costs, looking a customer up, and buying. */
export const PRODUCT_CALLS = {
  /** What the selects of the forms offer, and what is available right now. */
  catalogue: reads('/api/catalogue/'),
  dataPlans: reads('/api/get_data_plan/'),
  dataPlanPrices: reads('/api/get_data_plan_prices/'),
  /** The same as `dataPlans` and `dataPlanPrices` under the addresses that other clients use. */
  dataPlansAlias: reads('/services/get-data-plans/'),
  dataPriceAlias: reads('/services/get-data-price/'),
  dataQuote: reads('/api/data_quote/'),
  buyData: buys('/api/buydata/'),
  cablePlans: reads('/api/get_cable_plans/'),
  cablePrices: reads('/api/get_cable_prices/'),
  validateIuc: reads('/api/validate_cable_iuc/'),
  cableQuote: reads('/api/cable_quote/'),
  payCable: buys('/api/pay_cable/'),
  validateMeter: reads('/api/validate_meter/'),
  electricityQuote: reads('/api/electricity_quote/'),
  payElectricity: buys('/api/pay_electricity_bill/'),
  examPrice: reads('/api/exam_price/'),
  examQuote: reads('/api/exam_quote/'),
  buyExam: buys('/api/buyexam/'),
} as const satisfies Record<string, Call>;
