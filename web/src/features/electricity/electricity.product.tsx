import type { Product } from '../../domain/products.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

/** Prepaid tokens and postpaid bills, for a meter. */
export const electricity = {
  service: 'electricity',
  name: 'Electricity',
  Icon: icon(<path d="M13 2.5 4.5 13.5H12l-1 8 8.5-11H12z" />),
  paths: ['/electricity'],
  Page: loadPart(() => import('./electricity-page.js')),
  menu: { group: 'utilities', position: 2, label: 'Electricity' },
  card: { name: 'Electricity', blurb: 'Get 1% discount on your electricity bill.' },
  offer: 'Electricity',
  history: {
    path: '/electric-history',
    list: 'electricityTransactions',
    title: 'Electricity history',
    lead: 'Every bill and token, newest first.',
    recipient: 'Meter',
    artefact: 'Token',
    buy: 'Pay for electricity',
    position: 4,
  },
  busyText: 'Processing...',
  receipt: { thing: 'Electricity', recipient: 'Meter', deliversText: true },
  again: {
    to: '/electricity',
    fill: ({ recipient, amount, provider, kind }) => ({
      meter: recipient,
      amount,
      disco: provider,
      meterType: kind.toLowerCase() === 'postpaid' ? 'Postpaid' : 'Prepaid',
    }),
  },
  house: {
    path: '/adminbuyelectricity',
    tile: { name: 'Pay 4 Electricity', blurb: '1% off', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
