import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const cable = {
  service: 'cable',
  name: msg('Cable TV'),
  Icon: icon(
    <>
      <rect x="3" y="7" width="18" height="12" rx="2" />
      <path d="m8 2.5 4 4.5 4-4.5" />
    </>,
  ),
  companies: 'broadcasters',
  paths: ['/cable'],
  Page: loadPart(() => import('./cable-page.js')),
  menu: { group: 'utilities', position: 3, label: msg('Cable') },
  card: {
    name: msg('Cable'),
    blurb: msg('GoTV, DSTV and StarTimes.'),
    discounted: msg('Get {percent}% discount on GoTV, DSTV and StarTimes.'),
  },
  offer: msg('Cable TV'),
  history: {
    path: '/cable-history',
    list: 'cableTransactions',
    title: msg('Cable history'),
    lead: msg('Every bouquet you paid for, newest first.'),
    recipient: msg('IUC number'),
    buy: msg('Pay for cable'),
    position: 3,
  },
  busyText: msg('Processing...'),
  receipt: { thing: msg('Cable subscription'), recipient: msg('IUC number') },
  again: {
    to: '/cable',
    fill: ({ recipient, provider, product }) => ({ iuc: recipient, provider, bought: product }),
  },
  house: {
    path: '/adminbuycable',
    tile: { name: 'Pay 4 Cable', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
