import { nairaText } from '../vendor-json.js';
import type { VendorAttempt } from '../vendor-adapter.js';
import type { VendorRequest } from '../../products/products.js';
import {
  AIRTIME_SERVICE,
  CABLE_SERVICE,
  DATA_SERVICE,
  ELECTRICITY_SERVICE,
  EXAM_SERVICE,
} from './service-ids.js';

/** By this name the catalogue keeps VTpass' variation codes. */
const FAMILY = 'vtpass';

/** The body of a purchase; undefined for what is not sold here. VTpass takes naira. */
export function payBody({ vendorReference, order }: VendorAttempt): string | undefined {
  const fields = fieldsOf(order);
  return fields && JSON.stringify({ request_id: vendorReference, ...fields });
}

function fieldsOf(order: VendorRequest): Readonly<Record<string, unknown>> | undefined {
  switch (order.service) {
    case 'airtime':
      return {
        serviceID: AIRTIME_SERVICE[order.network],
        amount: naira(order.amount),
        phone: localNumber(order.phone),
      };
    case 'data': {
      const variation = order.codes[FAMILY];
      const phone = localNumber(order.phone);
      if (variation === undefined) return undefined;
      const serviceID = DATA_SERVICE[order.network];
      return { serviceID, billersCode: phone, phone, variation_code: variation };
    }
    case 'cable': {
      const variation = order.codes[FAMILY];
      if (variation === undefined) return undefined;
      return {
        serviceID: CABLE_SERVICE[order.provider],
        billersCode: order.iuc,
        phone: localNumber(order.phone),
        variation_code: variation,
        ...(order.provider !== STARTIMES && { subscription_type: 'change' }),
      };
    }
    case 'electricity':
      return {
        serviceID: ELECTRICITY_SERVICE[order.disco],
        billersCode: order.meter,
        phone: localNumber(order.phone),
        variation_code: order.meterType,
        amount: naira(order.amount),
      };
    case 'exams': {
      const { service, variation } = EXAM_SERVICE[order.exam];
      const phone = localNumber(order.phone);
      return { serviceID: service, variation_code: variation, quantity: order.quantity, phone };
    }
    default:
      return undefined;
  }
}

/** StarTimes knows no subscription type. */
const STARTIMES = 3;

/** At most nine digits and two decimals: exact as a JSON number. */
const naira = (kobo: bigint): number => Number(nairaText(kobo));

/** The eleven digits VTpass documents, from `+234…`, `234…` or the same eleven digits. */
const localNumber = (phone: string): string => phone.replace(/^\+?234(?=\d{10}$)/, '0');
