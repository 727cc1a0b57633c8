import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const sms = {
  service: 'sms',
  name: msg('Bulk SMS'),
  Icon: icon(
    <path d="M4 4.5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1zM8 9h8M8 12.5h5" />,
  ),
  paths: ['/bulksms'],
  Page: loadPart(() => import('./sms-page.js')),
  menu: { group: 'more', position: 3, label: msg('Bulk SMS') },
  card: { name: msg('Bulk SMS'), blurb: msg('One text to many phones.') },
  offer: msg('Bulk SMS'),
  busyText: msg('Processing...'),
  receipt: { thing: msg('Text'), recipient: msg('Recipients'), withoutRecipient: true },
  again: { to: '/bulksms', fill: () => ({}) },
  house: {
    path: '/adminbuysms',
    tile: { name: 'Bulk SMS', blurb: 'One text to many phones', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
