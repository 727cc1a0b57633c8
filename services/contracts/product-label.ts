import { CABLE_PROVIDERS, DISCOS, EXAMS, METER_TYPES, type Product } from './products.js';
import { NETWORKS, SERVICE_NAMES } from './services.js';

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What was bought, in words: `Mtn airtime`, `DSTV Compact`. Whoever it was for is not part of it. */
export function productLabel(product: Product): string {
  switch (product.service) {
    case 'airtime':
      return `${NETWORKS[product.network]} airtime`;
    case 'data':
      return `${NETWORKS[product.network]} ${product.planName}`;
    case 'cable':
      return `${CABLE_PROVIDERS[product.provider]} ${product.planName}`;
    case 'electricity':
      return `${DISCOS[product.disco]} electricity, ${METER_TYPES[product.meterType].toLowerCase()}`;
    case 'exams':
      return plural(product.quantity, `${EXAMS[product.exam]} pin`);
    case 'sms':
      return `SMS to ${plural(product.recipients, 'number')}, ${plural(product.pages, 'page')} each`;
    case 'bet':
      return `${product.platform} wallet`;
    case 'transfer':
      return `Transfer to ${product.bankName}`;
    case 'bvn':
      return SERVICE_NAMES.bvn;
  }
}
