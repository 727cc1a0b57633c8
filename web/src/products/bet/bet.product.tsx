import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const bet = {
  service: 'bet',
  name: msg('Bet funding'),
  Icon: icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m12 7 4.5 3.5-1.7 5.3H9.2l-1.7-5.3z" />
    </>,
  ),
  companies: 'bookmakers',
  paths: ['/bet', '/fundbet'],
  Page: loadPart(() => import('./bet-page.js')),
  menu: { group: 'more', position: 1, label: msg('Bet Funding') },
  offer: msg('Bet funding'),
  busyText: msg('Processing...'),
  receipt: { thing: msg('Bet funding'), recipient: msg('Client ID') },
  again: {
    to: '/fundbet',
    fill: ({ recipient, amount, provider, product }) => ({
      clientId: recipient,
      amount,
      platform: provider,
      bought: product,
    }),
  },
  house: {
    path: '/fundbetfunding',
    tile: { name: 'Bet Wallet Funding', blurb: 'Every platform', delivery: 'Premium' },
  },
  adminList: {
    path: '/adminfundbetfundingdetails',
    label: 'Bet funding',
    Page: loadPart(() => import('./admin/bet-fundings-page.js')),
  },
} as const satisfies Product;
