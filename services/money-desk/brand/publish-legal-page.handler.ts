import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { decide } from '../../brand/legal/legal.decider.js';
import { LegalPages, publishLegalPage } from '../../brand/legal/legal-pages.js';
import { leadsElsewhere } from '../../broadcasts/leads-elsewhere.js';
import type { LegalPage } from '../../contracts/brand/legal-pages.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { openApproval, requestApproval } from '../approvals.js';

/**
 * Publishes a legal page. A text with a link or a number needs a second owner, because customers trust it like
 * the contacts of the brand. The result is the version that is published now.
 */
export class PublishLegalPage extends Command<number | 'waiting'> {
  constructor(
    readonly wanted: {
      readonly page: LegalPage;
      readonly text: string;
      /** Version that the form showed. */
      readonly seen: number;
    },
    readonly context: EventContext,
  ) {
    super();
  }
}

const approvalIdOf = uuidsOf('6e0b9d53-2c7f-5a14-b8e6-91d4f07c3a28');

@CommandHandler(PublishLegalPage)
export class PublishLegalPageHandler implements ICommandHandler<PublishLegalPage> {
  constructor(
    private readonly pages: LegalPages,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** @throws RuleBroken VALIDATION_FAILED, STALE_EDIT, APPROVAL_DECIDED */
  async execute({ wanted, context }: PublishLegalPage): Promise<number | 'waiting'> {
    const { page, seen } = wanted;
    const now = (await this.pages.newest())[page];
    const [published] = decide(wanted, now);
    if (!published || !leadsElsewhere(published.data.text))
      return publishLegalPage(this.eventStore, wanted, context);
    const legal = { page, text: published.data.text, seen };
    const { approvalId } = await openApproval(this.eventStore, approvalIdOf, legal, context);
    const work = { type: 'legal', legal } as const;
    const reason = `Version ${published.data.version} of the page ${page}`;
    const asked = { approvalId, userId: HOUSE_USER_ID, reason, work };
    const outcome = await requestApproval(this.eventStore, asked, context);
    return outcome === 'waiting' ? outcome : (await this.pages.newest())[page].version;
  }
}
