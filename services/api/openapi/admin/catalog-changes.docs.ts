import { type CallDocs } from '../call-docs.js';

export const CATALOG_CHANGE_DOCS = {
  catalogueSwitches: {
    title: 'What is switched on',
    about: 'Networks and types of data plans, as administrators switched them.',
  },
  disableNetwork: {
    title: 'Disable a network',
    about: 'Its airtime and data are refused from the next quote on. What was bought before is delivered.',
    answer: { message: 'Mtn is disabled. Its airtime and data are not sold until it is activated.' },
  },
  activateNetwork: {
    title: 'Activate a network',
    about: 'Its airtime and data are sold again.',
    answer: { message: 'Mtn is active. Its airtime and data are sold.' },
  },
  activatePlanType: {
    title: 'Activate a type of data plans',
    about: 'Plans of this type and network are sold again.',
    answer: { message: 'Gifting of Mtn is active.' },
  },
  deactivatePlanType: {
    title: 'Disable a type of data plans',
    about: 'Plans of this type and network are refused from the next quote on.',
    answer: { message: 'Gifting of Mtn is disabled. Its plans are not sold until it is activated.' },
  },
  setDataPrice: {
    title: 'Change the price of a data plan',
    about:
      'In force with the next quote; whoever confirms the old price is told PRICE_CHANGED. When the price you were shown is another one by now, ' +
      'nothing changes and 409 STALE_EDIT tells it. A price below the cost is refused with 409 NEGATIVE_MARGIN unless you allow it.',
    answer: { message: 'The price is now ₦550.00. It was ₦500.00.' },
  },
  affiliateFee: {
    title: 'Price of the upgrade',
    about: 'What customers pay once to become an affiliate, naira.',
  },
  setAffiliateFee: {
    title: 'Change the price of the upgrade',
    about: 'In force with the next upgrade.',
    answer: { message: 'The upgrade to an affiliate account now costs ₦2,500.00.' },
  },
} satisfies Partial<CallDocs>;
