import { ACCEPTED, FIELD, QUOTE, type CallDocs } from './call-docs.js';

const CABLE = '1 GoTV, 2 DSTV, 3 STARTIME.';
const IUC = 'The smartcard number, 8 to 14 digits, as text.';

export const CABLE_DOCS = {
  cablePlans: {
    title: 'Cable plans',
    about: 'The bouquets of one provider, at your price.',
    fields: { cablenetwork: CABLE },
    body: { cablenetwork: 1 },
    answer: {
      status: true,
      cable_plans: [{ id: '201', name: 'GOtv Jinja', price: 3861 }],
      message: '',
    },
  },
  validateIuc: {
    title: 'Whose smartcard',
    about: 'The name the provider knows a card by.',
    fields: { iuc: IUC, cablenetwork: CABLE },
    body: { iuc: '7023456789', cablenetwork: 1 },
    answer: { status: true, name: 'ADA OBI', current_plan: 'GOtv Jinja', due_date: '2026-04-01' },
  },
  cablePrices: {
    title: 'Price of a cable plan',
    about: 'Your price of one bouquet.',
    fields: { cable_plan_code: 'The id of a plan.' },
    body: { cable_plan_code: '201' },
    answer: { status: true, cable_plans_price: 3861, discount: 39 },
  },
  cableQuote: {
    title: 'What a cable plan would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
    fields: { cablenetwork: CABLE, selectedcablePlan: 'The id of a plan.' },
    body: { cablenetwork: 1, selectedcablePlan: '201' },
    answer: QUOTE,
  },
  payCable: {
    title: 'Pay for cable',
    about: 'Renews or changes the bouquet of a card.',
    fields: {
      cablenetwork: CABLE,
      iuc: IUC,
      selectedcablePlan: 'The id of a plan.',
      transaction_pin: FIELD.pin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
      quoted_price: FIELD.quoted,
    },
    body: { cablenetwork: 1, iuc: '7023456789', selectedcablePlan: '201', transaction_pin: '4826' },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
