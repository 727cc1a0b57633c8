import type { Service } from '../../../services/contracts/services.js';
import { useCatalogueQuery } from './catalog.api.js';

/** Percent that the caller's tier saves of the list price; 0 until the catalogue is loaded. */
export function useDiscount(): (service: Service) => number {
  const { data } = useCatalogueQuery();
  return (service) => data?.services.find((sold) => sold.service === service)?.discount_percent ?? 0;
}
