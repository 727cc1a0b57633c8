import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import type { PublishText } from './legal.decider.js';
import { publishLegalPage } from './legal-pages.js';

/** The result is the version that is published now. */
export class PublishLegalPage extends Command<number> {
  constructor(
    readonly wanted: PublishText,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(PublishLegalPage)
export class PublishLegalPageHandler implements ICommandHandler<PublishLegalPage> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  /** @throws RuleBroken VALIDATION_FAILED, STALE_EDIT */
  execute({ wanted, context }: PublishLegalPage): Promise<number> {
    return publishLegalPage(this.eventStore, wanted, context);
  }
}
