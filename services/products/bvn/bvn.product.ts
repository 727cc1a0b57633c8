import type { BvnProduct } from '../../contracts/bvn.contract.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { ProductDescriptor } from '../product.js';

/** Check of a BVN that the customer pays for. Answered at once, without a vendor. */
export const BVN = {
  service: 'bvn',
  label: () => SERVICE_NAMES.bvn,
  vendorRequest: () => undefined,
  receipt: [],
  choice: () => '',
} as const satisfies ProductDescriptor<BvnProduct>;
