import type { Product } from '../../domain/products.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { IdIcon } from '../../ui/icons.js';

/** Proves who a customer is; charged, though nothing is delivered. */
export const bvn = {
  service: 'bvn',
  name: 'BVN check',
  Icon: IdIcon,
  paths: ['/verifybvn'],
  Page: loadPart(() => import('./bvn-page.js')),
  busyText: 'Verifying...',
  receipt: {
    thing: 'BVN check',
    yourThing: 'BVN check',
    recipient: 'Checked for',
    withoutRecipient: true,
  },
  house: { path: '/adminbvn' },
} as const satisfies Product;
