import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const data = {
  service: 'data',
  name: msg('Data'),
  Icon: icon(
    <path d="M2.5 9a14 14 0 0 1 19 0M5.5 12.5a9.5 9.5 0 0 1 13 0M8.5 16a5 5 0 0 1 7 0M12 19.5h.01" />,
  ),
  companies: 'networks',
  paths: ['/buydata'],
  Page: loadPart(() => import('./data-page.js')),
  menu: { group: 'start', position: 1, label: msg('Buy Data') },
  card: {
    name: msg('Data'),
    blurb: msg('Plans of every network.'),
    discounted: msg('Get {percent}% discount on data plans.'),
  },
  offer: msg('Data'),
  history: {
    path: '/data-history',
    list: 'dataTransactions',
    title: msg('Data history'),
    lead: msg('Every data plan, newest first.'),
    buy: msg('Buy data'),
    position: 1,
  },
  busyText: msg('Buying...'),
  receipt: { thing: msg('Data'), recipient: msg('Phone number'), regulated: true },
  again: {
    to: '/buydata',
    fill: ({ recipient, network, product, paid }) => ({
      phone: recipient,
      chosen: network,
      bought: product,
      paid,
    }),
  },
  house: {
    path: '/adminbuydata',
    tile: { name: 'Buy Data', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
