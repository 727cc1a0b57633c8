import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const transfer = {
  service: 'transfer',
  name: msg('Bank transfer'),
  Icon: icon(<path d="M21 3 10.5 13.5M21 3l-6.5 18-4-7.5L3 9.5z" />),
  companies: 'banks',
  paths: ['/transfer'],
  Page: loadPart(() => import('./transfer-page.js')),
  menu: { group: 'more', position: 4, label: msg('Send Money') },
  offer: msg('Bank transfers'),
  busyText: msg('Sending...'),
  failedText: msg('Failed to process withdrawal'),
  inDoubtText: msg('Something went wrong. Please try again later.'),
  confirmText: msg('Confirm your transfer'),
  acceptedText: msg('Your Fund Will Arrive Shortly!'),
  receipt: { thing: msg('Transfer'), recipient: msg('Account number') },
  again: {
    to: '/transfer',
    fill: ({ recipient, amount, provider, product }) => ({
      account: recipient,
      amount,
      bank: provider,
      bought: product,
    }),
  },
  house: {
    path: '/adminbanktransfer',
    tile: { name: 'Transfer 2 Others', blurb: 'To any bank', delivery: 'Instant Delivery' },
  },
} as const satisfies Product;
