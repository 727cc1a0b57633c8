import { type CallDoc, type CallDocs } from './call-docs.js';

const DATA_PLANS = {
  title: 'Data plans',
  about: 'What can be bought of one type on one network, at your price.',
} as const satisfies CallDoc<'dataPlans'>;
const DATA_PRICE = {
  title: 'Price of a data plan',
  about: 'Your price of one plan.',
} as const satisfies CallDoc<'dataPlanPrices'>;

export const DATA_DOCS = {
  dataPlans: DATA_PLANS,
  dataPlanPrices: DATA_PRICE,
  dataPlansAlias: {
    ...DATA_PLANS,
    about: 'The same as Data plans, at the address that other clients use.',
  },
  dataPriceAlias: { ...DATA_PRICE, about: 'The same, at the address that other clients use.' },
  dataQuote: {
    title: 'What a data plan would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
  },
  buyData: {
    title: 'Buy data',
    about: 'One plan for one phone.',
  },
} satisfies Partial<CallDocs>;
