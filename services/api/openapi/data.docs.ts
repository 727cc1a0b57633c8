import { ACCEPTED, FIELD, QUOTE, type CallDoc, type CallDocs } from './call-docs.js';

const DATA_PLANS = {
  title: 'Data plans',
  about: 'What can be bought of one type on one network, at your price.',
  fields: {
    datanetwork: FIELD.network,
    selectedPlanType: '1 SME, 2 Cooperate Gifting, 3 Gifting, 4 SME2.',
  },
  body: { datanetwork: 1, selectedPlanType: 1 },
  answer: {
    status: true,
    data_plans: [{ id: '101', name: '1GB', price: 280, validity: '30 days' }],
    planstatus: true,
    planMessage: '',
    message: '',
  },
} as const satisfies CallDoc<'dataPlans'>;
const DATA_PRICE = {
  title: 'Price of a data plan',
  about: 'Your price of one plan.',
  fields: { selectedDataPlan: 'The id of a plan.' },
  body: { selectedDataPlan: '101' },
  answer: { status: true, price: 280, discount: 2.83 },
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
    fields: { datanetwork: FIELD.network, selectedDataPlan: 'The id of a plan.' },
    body: { datanetwork: 1, selectedDataPlan: '101' },
    answer: QUOTE,
  },
  buyData: {
    title: 'Buy data',
    about: 'One plan for one phone.',
    fields: {
      datanetwork: FIELD.network,
      phone: FIELD.phone,
      selectedDataPlan: 'The id of a plan.',
      transaction_pin: FIELD.pin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
      quoted_price: FIELD.quoted,
    },
    body: { datanetwork: 1, phone: '08031234567', selectedDataPlan: '101', transaction_pin: '4826' },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
