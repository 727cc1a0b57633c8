import type { Product } from '../../domain/products.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

/** Bouquets of pay television, for a smartcard. */
export const cable = {
  service: 'cable',
  name: 'Cable TV',
  Icon: icon(
    <>
      <rect x="3" y="7" width="18" height="12" rx="2" />
      <path d="m8 2.5 4 4.5 4-4.5" />
    </>,
  ),
  paths: ['/cable'],
  Page: loadPart(() => import('./cable-page.js')),
  menu: { group: 'utilities', position: 3, label: 'Cable' },
  card: { name: 'Cable', blurb: 'Get 1% discount on GoTV, DSTV and StarTimes.' },
  offer: 'Cable TV',
  history: {
    path: '/cable-history',
    list: 'cableTransactions',
    title: 'Cable history',
    lead: 'Every bouquet you paid for, newest first.',
    recipient: 'IUC number',
    buy: 'Pay for cable',
    position: 3,
  },
  busyText: 'Processing...',
  receipt: { thing: 'Cable subscription', recipient: 'IUC number' },
  again: {
    to: '/cable',
    fill: ({ recipient, provider, product }) => ({ iuc: recipient, provider, bought: product }),
  },
  house: {
    path: '/adminbuycable',
    tile: { name: 'Pay 4 Cable', blurb: '1% off', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
