import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const electricity = {
  service: 'electricity',
  name: msg('Electricity'),
  Icon: icon(<path d="M13 2.5 4.5 13.5H12l-1 8 8.5-11H12z" />),
  companies: 'discos',
  paths: ['/electricity'],
  Page: loadPart(() => import('./electricity-page.js')),
  menu: { group: 'utilities', position: 2, label: msg('Electricity') },
  card: {
    name: msg('Electricity'),
    blurb: msg('Prepaid meters and bills.'),
    discounted: msg('Get {percent}% discount on your electricity bill.'),
  },
  offer: msg('Electricity'),
  history: {
    path: '/electric-history',
    list: 'electricityTransactions',
    title: msg('Electricity history'),
    lead: msg('Every bill and token, newest first.'),
    recipient: msg('Meter'),
    artefact: msg('Token'),
    buy: msg('Pay for electricity'),
    position: 4,
  },
  busyText: msg('Processing...'),
  receipt: { thing: msg('Electricity'), recipient: msg('Meter'), deliversText: true },
  again: {
    to: '/electricity',
    fill: ({ recipient, amount, provider, kind, product = '' }) => ({
      meter: recipient,
      amount,
      disco: provider,
      bought: product,
      meterType: /\bpostpaid$/i.test(kind || product) ? 'Postpaid' : 'Prepaid',
    }),
  },
  house: {
    path: '/adminbuyelectricity',
    tile: { name: 'Pay 4 Electricity', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
