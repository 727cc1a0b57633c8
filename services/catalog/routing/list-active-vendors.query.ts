import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type SwitchedService, SWITCHED_SERVICES } from '../../contracts/admin/vendors.contract.js';
import { Catalog } from '../catalog.js';
import type { Pause } from './vendor-pause.state.js';

export interface ActiveVendors {
  /** Code of the vendor that the next purchase goes to; 0 where the service is switched off. */
  readonly active: Readonly<Record<SwitchedService, number>>;
  /** Codes of all who sell the service, the one that is asked first first; also while it is off. */
  readonly orders: Readonly<Record<SwitchedService, readonly number[]>>;
  /** Vendors that nothing new of a service is sent to, while they sell it. */
  readonly pauses: readonly Pause[];
  /** Whoever sells any of them, by priority. */
  readonly vendors: readonly {
    readonly code: number;
    readonly name: string;
    readonly services: readonly SwitchedService[];
  }[];
}

/** Who delivers each service that administrators switch, and who could. */
export class ListActiveVendors extends Query<ActiveVendors> {}

@QueryHandler(ListActiveVendors)
export class ListActiveVendorsHandler implements IQueryHandler<ListActiveVendors> {
  constructor(private readonly catalog: Catalog) {}

  execute(): Promise<ActiveVendors> {
    const active = ofEach((service) => this.catalog.activeVendor(service));
    const orders = ofEach((service) => this.catalog.vendorsInTurn(service).map(({ code }) => code));
    const pauses = SWITCHED_SERVICES.flatMap((service) =>
      this.catalog.vendorsInTurn(service).flatMap(({ code }) => this.catalog.pauseOf(service, code) ?? []),
    );
    const vendors = this.catalog.vendors().map(({ code, name, services }) => ({
      code,
      name,
      services: SWITCHED_SERVICES.filter((service) => services.includes(service)),
    }));
    return Promise.resolve({
      active,
      orders,
      pauses,
      vendors: vendors.filter(({ services }) => services.length > 0),
    });
  }
}

const ofEach = <Value>(valueOf: (service: SwitchedService) => Value): Record<SwitchedService, Value> =>
  Object.fromEntries(SWITCHED_SERVICES.map((service) => [service, valueOf(service)])) as Record<
    SwitchedService,
    Value
  >;
