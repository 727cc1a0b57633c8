import type { BvnProduct } from '../../contracts/bvn.contract.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { ProductDescriptor } from '../product.js';

/** A check that is paid and answered at once: no vendor is asked to deliver it. */
export const BVN = {
  service: 'bvn',
  label: () => SERVICE_NAMES.bvn,
  vendorRequest: () => undefined,
  receipt: [],
  choice: () => '',
} as const satisfies ProductDescriptor<BvnProduct>;
