import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

export const exams = {
  service: 'exams',
  name: msg('Exam pin'),
  Icon: icon(<path d="m2.5 9 9.5-4.5L21.5 9 12 13.5zM6 11v5c3.5 3 8.5 3 12 0v-5M21.5 9v6" />),
  companies: 'examiners',
  paths: ['/exams'],
  Page: loadPart(() => import('./exams-page.js')),
  menu: { group: 'more', position: 2, label: msg('Exams') },
  card: {
    name: msg('Exams'),
    blurb: msg('WAEC, NECO and NABTEB pins.'),
    discounted: msg('Get {percent}% discount on WAEC, NECO and NABTEB pins.'),
  },
  offer: msg('Exam pins'),
  history: {
    path: '/exam-history',
    list: 'examTransactions',
    title: msg('Exam pins history'),
    lead: msg('Every pin you bought, newest first.'),
    artefact: msg('Pin'),
    buy: msg('Buy an exam pin'),
    position: 5,
  },
  busyText: msg('Buying...'),
  receipt: { thing: msg('Exam pin'), recipient: msg('Phone number'), deliversText: true },
  again: {
    to: '/exams',
    fill: ({ recipient, provider, product }) => ({
      phone: recipient,
      exam: provider,
      bought: product,
      quantity: /^\d{1,2}/.exec(product ?? '')?.[0] ?? '1',
    }),
  },
  house: {
    path: '/adminbuyexams',
    tile: { name: 'Pay 4 Exam Pins', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
