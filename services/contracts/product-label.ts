import { CABLE_PROVIDERS, DISCOS, EXAMS, METER_TYPES, type Product } from './products.js';
import { NETWORKS, type Service } from './services.js';

/** What people call each service. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  airtime: 'Airtime',
  data: 'Data',
  cable: 'Cable TV',
  electricity: 'Electricity',
  exams: 'Exam pins',
  sms: 'Bulk SMS',
  bet: 'Bet funding',
  transfer: 'Bank transfer',
  bvn: 'BVN verification',
};

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
