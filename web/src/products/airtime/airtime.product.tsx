import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const airtime = {
  service: 'airtime',
  name: msg('Airtime'),
  Icon: icon(
    <>
      <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
      <path d="M10.5 18.5h3M10 6h4" />
    </>,
  ),
  companies: 'networks',
  paths: ['/airtime'],
  Page: loadPart(() => import('./airtime-page.js')),
  menu: { group: 'utilities', position: 1, label: msg('Airtime') },
  card: {
    name: msg('Airtime'),
    blurb: msg('MTN, Glo, Airtel and 9mobile.'),
    discounted: msg('Get {percent}% discount on MTN, Glo, Airtel and 9mobile.'),
  },
  offer: msg('Airtime'),
  history: {
    path: '/airtime-history',
    list: 'airtimeTransactions',
    title: msg('Airtime history'),
    lead: msg('Every recharge, newest first.'),
    buy: msg('Buy airtime'),
    position: 2,
  },
  busyText: msg('Buying...'),
  receipt: { thing: msg('Airtime'), recipient: msg('Phone number'), regulated: true },
  again: {
    to: '/airtime',
    fill: ({ recipient, amount, network }) => ({ phone: recipient, amount, chosen: network }),
  },
  house: {
    path: '/adminbuyairtime',
    tile: { name: 'Buy Airtime', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
