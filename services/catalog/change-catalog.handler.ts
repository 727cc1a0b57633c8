import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
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
  constructor(private readonly stream: OwnCatalogStream) {}

  execute({ change, actor, now }: ChangeCatalog): Promise<void> {
    return this.stream.change(change, { actor, now });
  }
}
