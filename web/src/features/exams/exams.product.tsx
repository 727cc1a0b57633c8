import type { Product } from '../../domain/products.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { icon } from '../../ui/icons.js';

/** Pins to look up results of examinations. */
export const exams = {
  service: 'exams',
  name: 'Exam pin',
  Icon: icon(<path d="m2.5 9 9.5-4.5L21.5 9 12 13.5zM6 11v5c3.5 3 8.5 3 12 0v-5M21.5 9v6" />),
  paths: ['/exams'],
  Page: loadPart(() => import('./exams-page.js')),
  menu: { group: 'more', position: 2, label: 'Exams' },
  card: { name: 'Exams', blurb: 'Get 1% discount on WAEC, NECO and NABTEB pins.' },
  offer: 'Exam pins',
  history: {
    path: '/exam-history',
    list: 'examTransactions',
    title: 'Exam pins history',
    lead: 'Every pin you bought, newest first.',
    artefact: 'Pin',
    buy: 'Buy an exam pin',
    position: 5,
  },
  busyText: 'Buying...',
  receipt: { thing: 'Exam pin', recipient: 'Phone number', deliversText: true },
  again: {
    to: '/exams',
    fill: ({ recipient, provider, product }) => ({
      phone: recipient,
      exam: provider,
      quantity: /^\d{1,2}/.exec(product ?? '')?.[0] ?? '1',
    }),
  },
  house: {
    path: '/adminbuyexams',
    tile: { name: 'Pay 4 Exam Pins', blurb: '1% off', delivery: 'Fast Delivery' },
  },
} as const satisfies Product;
