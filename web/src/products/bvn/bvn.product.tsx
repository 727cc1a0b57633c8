import type { Product } from '../../domain/products.js';
import { msg } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { IdIcon } from '../../ui/icons.js';

export const bvn = {
  service: 'bvn',
  name: msg('BVN check'),
  Icon: IdIcon,
  paths: ['/verifybvn'],
  Page: loadPart(() => import('./bvn-page.js')),
  busyText: msg('Verifying...'),
  receipt: {
    thing: msg('BVN check'),
    yourThing: msg('BVN check'),
    recipient: msg('Checked for'),
    withoutRecipient: true,
  },
  house: { path: '/adminbvn' },
} as const satisfies Product;
