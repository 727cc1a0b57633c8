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

const FAMILY = 'vtpass';

/** Returns undefined when VTpass does not sell the product. */
export function payBody({ vendorReference, request }: VendorAttempt): string | undefined {
  const fields = fieldsOf(request);
  return fields && JSON.stringify({ request_id: vendorReference, ...fields });
}

function fieldsOf(request: VendorRequest): Readonly<Record<string, unknown>> | undefined {
  switch (request.service) {
    case 'airtime':
      return {
        serviceID: AIRTIME_SERVICE[request.network],
        amount: naira(request.amount),
        phone: localNumber(request.phone),
      };
    case 'data': {
      const variation = request.codes[FAMILY];
      const phone = localNumber(request.phone);
      if (variation === undefined) return undefined;
      const serviceID = DATA_SERVICE[request.network];
      return { serviceID, billersCode: phone, phone, variation_code: variation };
    }
    case 'cable': {
      const variation = request.codes[FAMILY];
      if (variation === undefined) return undefined;
      return {
        serviceID: CABLE_SERVICE[request.provider],
        billersCode: request.iuc,
        phone: localNumber(request.phone),
        variation_code: variation,
        ...(request.provider !== STARTIMES && { subscription_type: 'change' }),
      };
    }
    case 'electricity':
      return {
        serviceID: ELECTRICITY_SERVICE[request.disco],
        billersCode: request.meter,
        phone: localNumber(request.phone),
        variation_code: request.meterType,
        amount: naira(request.amount),
      };
    case 'exams': {
      const { service, variation } = EXAM_SERVICE[request.exam];
      const phone = localNumber(request.phone);
      return { serviceID: service, variation_code: variation, quantity: request.quantity, phone };
    }
    default:
      return undefined;
  }
}

/** StarTimes takes no `subscription_type`. */
const STARTIMES = 3;

const naira = (kobo: bigint): number => Number(nairaText(kobo));

const localNumber = (phone: string): string => phone.replace(/^\+?234(?=\d{10}$)/, '0');
