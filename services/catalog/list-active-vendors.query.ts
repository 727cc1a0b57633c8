import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Service } from '../contracts/services.js';
import { Catalog } from './catalog.js';

/** What administrators switch between vendors. The rest is sold by one vendor each. */
const SWITCHED = ['data', 'airtime', 'cable', 'electricity', 'exams'] as const satisfies readonly Service[];
type Switched = (typeof SWITCHED)[number];

export interface ActiveVendors {
  /** Code of the vendor that the next purchase goes to; 0 where the service is switched off. */
  readonly active: Readonly<Record<Switched, number>>;
  /** Whoever sells any of them, in the order in which they are asked. */
  readonly vendors: readonly {
    readonly code: number;
    readonly name: string;
    readonly services: readonly Switched[];
  }[];
}

/** Who delivers each service that administrators switch, and who could. */
export class ListActiveVendors extends Query<ActiveVendors> {}

@QueryHandler(ListActiveVendors)
export class ListActiveVendorsHandler implements IQueryHandler<ListActiveVendors> {
  constructor(private readonly catalog: Catalog) {}

  execute(): Promise<ActiveVendors> {
    const active = Object.fromEntries(
      SWITCHED.map((service) => [service, this.catalog.activeVendor(service)]),
    ) as Record<Switched, number>;
    const vendors = this.catalog.vendors().map(({ code, name, services }) => ({
      ...{ code, name },
      services: SWITCHED.filter((service) => services.includes(service)),
    }));
    return Promise.resolve({ active, vendors: vendors.filter(({ services }) => services.length > 0) });
  }
}
