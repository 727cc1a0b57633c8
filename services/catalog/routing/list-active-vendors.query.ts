import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type SwitchedService, SWITCHED_SERVICES } from '../../contracts/admin/vendors.contract.js';
import { Catalog } from '../catalog.js';
import type { AccountPause, Pause, RefusedAtVendor } from '../catalog.state.js';

export interface ActiveVendors {
  /** 0 for none. */
  readonly active: Readonly<Record<SwitchedService, number>>;
  readonly orders: Readonly<Record<SwitchedService, readonly number[]>>;
  readonly pauses: readonly Pause[];
  readonly accountPauses: readonly AccountPause[];
  readonly refusedProducts: readonly RefusedAtVendor[];
  readonly vendors: readonly {
    readonly code: number;
    readonly name: string;
    readonly services: readonly SwitchedService[];
  }[];
}

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
      accountPauses: [...this.catalog.state.accountPauses.values()],
      refusedProducts: [...this.catalog.state.refusedProducts.values()],
      vendors: vendors.filter(({ services }) => services.length > 0),
    });
  }
}

const ofEach = <Value>(valueOf: (service: SwitchedService) => Value): Record<SwitchedService, Value> =>
  Object.fromEntries(SWITCHED_SERVICES.map((service) => [service, valueOf(service)])) as Record<
    SwitchedService,
    Value
  >;
