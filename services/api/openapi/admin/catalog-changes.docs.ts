import { SCHEDULED_AT } from './prices.docs.js';
import { type CallDoc, type CallDocs, FIELD } from '../call-docs.js';

const NETWORK = {
  fields: { datanetwork: FIELD.network },
  body: { datanetwork: 1 },
} as const satisfies Pick<CallDoc<'disableNetwork'>, 'fields' | 'body'>;
const PLAN_TYPE = {
  fields: { dataNetwork: FIELD.network, plantype: '1 SME, 2 Cooperate Gifting, 3 Gifting, 4 SME2.' },
  body: { dataNetwork: 1, plantype: 3 },
} as const satisfies Pick<CallDoc<'activatePlanType'>, 'fields' | 'body'>;

export const CATALOG_CHANGE_DOCS = {
  catalogueSwitches: {
    title: 'What is switched on',
    about: 'Networks and types of data plans, as administrators switched them.',
    fields: {},
    body: {},
    answer: {
      status: true,
      networks: [{ code: 1, name: 'Mtn', on: true, plan_types: [{ code: 1, name: 'SME', on: false }] }],
    },
  },
  disableNetwork: {
    ...NETWORK,
    title: 'Disable a network',
    about: 'Its airtime and data are refused from the next quote on. What was bought before is delivered.',
    answer: {
      status: true,
      message: 'Mtn is disabled. Its airtime and data are not sold until it is activated.',
    },
  },
  activateNetwork: {
    ...NETWORK,
    title: 'Activate a network',
    about: 'Its airtime and data are sold again.',
    answer: { status: true, message: 'Mtn is active. Its airtime and data are sold.' },
  },
  activatePlanType: {
    ...PLAN_TYPE,
    title: 'Activate a type of data plans',
    about: 'Plans of this type and network are sold again.',
    answer: { status: true, message: 'Gifting of Mtn is active.' },
  },
  deactivatePlanType: {
    ...PLAN_TYPE,
    title: 'Disable a type of data plans',
    about: 'Plans of this type and network are refused from the next quote on.',
    answer: {
      status: true,
      message: 'Gifting of Mtn is disabled. Its plans are not sold until it is activated.',
    },
  },
  setDataPrice: {
    title: 'Change the price of a data plan',
    about:
      'In force with the next quote; whoever confirms the old price is told PRICE_CHANGED. When the price you were shown is another one by now, ' +
      'nothing changes and 409 STALE_EDIT tells it. A price below the cost is refused with 409 NEGATIVE_MARGIN unless you allow it.',
    fields: {
      datanetwork: FIELD.network,
      selectedDataPlan: 'The id of a plan.',
      newPrices: 'The new list price, naira.',
      amount: 'The list price you were shown.',
      affiliate_price: 'Optional: the new list price of affiliates.',
      affiliate_amount: 'The list price of affiliates you were shown; needed with a new one.',
      cost: 'Optional: what the vendor charges from now on.',
      cost_amount: 'The cost you were shown; needed with a new one.',
      allow_below_cost: 'Optional: true sells at a price below the cost.',
      at: SCHEDULED_AT,
    },
    body: { datanetwork: 1, selectedDataPlan: '1301', newPrices: 550, amount: 500 },
    answer: { status: true, message: 'The price is now ₦550.00. It was ₦500.00.', was: 500, now: 550 },
  },
  affiliateFee: {
    title: 'Price of the upgrade',
    about: 'What customers pay once to become an affiliate, naira.',
    fields: {},
    body: {},
    answer: { status: true, affiliateFee: 2000 },
  },
  setAffiliateFee: {
    title: 'Change the price of the upgrade',
    about: 'In force with the next upgrade.',
    fields: {
      newPrices: 'The new fee, naira.',
      amount: 'Optional: the fee you were shown. When it is another one by now, 409 STALE_EDIT tells it.',
    },
    body: { newPrices: 2500, amount: 2000 },
    answer: { status: true, message: 'The upgrade to an affiliate account now costs ₦2,500.00.' },
  },
} satisfies Partial<CallDocs>;
