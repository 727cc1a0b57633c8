import type { BvnProduct } from '../../contracts/bvn.contract.js';
import { SERVICE_NAMES } from '../../contracts/services.js';
import type { ProductDescriptor } from '../product.js';

export const BVN = {
  service: 'bvn',
  label: () => SERVICE_NAMES.bvn,
  vendorRequest: () => undefined,
  receipt: [],
  choice: () => '',
} as const satisfies ProductDescriptor<BvnProduct>;
