import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { SERVICE_NAMES } from '../contracts/services.js';
import { type CatalogChange, decide } from './catalog.decider.js';
import { CatalogStream } from './catalog-stream.js';
import { Catalog } from './catalog.js';
import { requireConfirmed } from './confirmation.js';

export class ChangeCatalog extends Command<number> {
  /** @param confirmed false when an administrator has not confirmed a change that `requireConfirmed` names */
  constructor(
    readonly change: CatalogChange,
    readonly context: EventContext,
    readonly confirmed = true,
  ) {
    super();
  }
}

@Injectable()
export class OwnCatalogStream extends CatalogStream {
  constructor(catalog: Catalog, @Inject(EVENT_STORE) eventStore: EventStore) {
    super(catalog, eventStore);
  }
}

@CommandHandler(ChangeCatalog)
export class ChangeCatalogHandler implements ICommandHandler<ChangeCatalog> {
  constructor(
    private readonly stream: OwnCatalogStream,
    private readonly catalog: Catalog,
  ) {}

  /** @throws RuleBroken(CONFIRM_OFF | CONFIRM_PRICE), and what `decide` throws */
  async execute({ change, context, confirmed }: ChangeCatalog): Promise<number> {
    if (change.type === 'ChooseVendor' || change.type === 'PauseVendor') this.requireSeller(change);
    if (!confirmed) {
      await this.stream.catchUp();
      if (decide(change, this.catalog.state).length > 0) requireConfirmed(change, this.catalog);
    }
    return this.stream.change(change, context);
  }

  /**
   * Refuses a vendor that does not sell the service. `decide` cannot check this, because only
   * `Catalog` knows the configured vendors.
   */
  private requireSeller({
    type,
    service,
    vendor,
  }: Extract<CatalogChange, { type: 'ChooseVendor' | 'PauseVendor' }>): void {
    const chosen = this.catalog.vendors().find(({ code }) => code === vendor);
    const off = type === 'ChooseVendor' && vendor === 0;
    if (!off && !chosen?.services.includes(service))
      throw new RuleBroken('VENDOR_NOT_SELLING', {
        vendor: chosen?.name ?? `Vendor ${vendor}`,
        service: SERVICE_NAMES[service],
      });
  }
}
