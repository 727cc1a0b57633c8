import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { SERVICE_NAMES } from '../contracts/services.js';
import type { CatalogChange } from './catalog.decider.js';
import { CatalogStream } from './catalog-stream.js';
import { Catalog } from './catalog.js';

/** An administrator changes what is sold: an event that says who, when, and from what. */
export class ChangeCatalog extends Command<void> {
  constructor(
    readonly change: CatalogChange,
    readonly actor: Actor,
    readonly now: Date = new Date(),
  ) {
    super();
  }
}

/** The stream of the catalogue that this process asks. */
@Injectable()
export class OwnCatalogStream extends CatalogStream {
  constructor(catalog: Catalog, @Inject(EVENT_STORE) eventStore: EventStore) {
    super(catalog, eventStore);
  }
}

/** @throws RuleBroken by the rules of the catalogue */
@CommandHandler(ChangeCatalog)
export class ChangeCatalogHandler implements ICommandHandler<ChangeCatalog> {
  constructor(
    private readonly stream: OwnCatalogStream,
    private readonly catalog: Catalog,
  ) {}

  async execute({ change, actor, now }: ChangeCatalog): Promise<void> {
    if (change.type === 'ChooseVendor') this.requireSeller(change);
    await this.stream.change(change, { actor, now });
  }

  /** Which vendors there are is configuration, so the stream cannot know. */
  private requireSeller({ service, vendor }: Extract<CatalogChange, { type: 'ChooseVendor' }>): void {
    const sells = this.catalog
      .vendors()
      .some(({ code, services }) => code === vendor && services.includes(service));
    if (vendor !== 0 && !sells)
      throw new RuleBroken('VALIDATION_FAILED', {
        field: 'vendor',
        reason: `must be a vendor that sells ${SERVICE_NAMES[service]}, or 0`,
      });
  }
}
