import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../infra/event-store/event-store.js';
import type { StoredFundingTerms } from '../catalog/catalog.events.js';
import type { CatalogStream } from '../catalog/catalog-stream.js';
import { requireNoJump } from '../catalog/confirmation.js';
import { OwnCatalogStream } from '../catalog/change-catalog.handler.js';
import { setFundingTerms, told } from '../catalog/funding-terms/funding-terms.decider.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { SEED } from '../catalog/seed/seed.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { openApproval, requestApproval } from './approvals.js';

/** Changes the terms of funding. Another bank account or a higher charge needs a second administrator. */
export class SetTerms extends Command<'applied' | 'waiting'> {
  constructor(
    readonly terms: StoredFundingTerms,
    /** Version that the form showed. */
    readonly seen: number,
    readonly context: EventContext,
    /** True when the administrator has confirmed a charge that changes much. */
    readonly confirmed: boolean,
  ) {
    super();
  }
}

const approvalIdOf = uuidsOf('b7d4e0f2-6a13-5d8c-9e45-1f2a3b4c5d6e');

@CommandHandler(SetTerms)
export class SetTermsHandler implements ICommandHandler<SetTerms> {
  constructor(
    @Inject(OwnCatalogStream) private readonly stream: Pick<CatalogStream, 'catchUp' | 'change'>,
    private readonly funding: FundingTerms,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** @throws RuleBroken STALE_EDIT, VALIDATION_FAILED, CONFIRM_PRICE, APPROVAL_DECIDED */
  async execute({ terms, seen, context, confirmed }: SetTerms): Promise<'applied' | 'waiting'> {
    await this.stream.catchUp();
    const { configured, current, version } = this.funding;
    const command = { type: 'SetFundingTerms', terms, configured, seen } as const;
    const drafts = setFundingTerms(command, { ...SEED, fundingTerms: current, fundingTermsVersion: version });
    if (drafts.length === 0) return 'applied';
    if (!confirmed)
      requireNoJump([{ what: 'The charge of funding', was: current.charge, now: terms.charge }]);
    // Small rises would add up to a large one.
    if (accountOf(terms) === accountOf(current) && BigInt(terms.charge) <= BigInt(current.charge)) {
      await this.stream.change(command, context);
      return 'applied';
    }
    const asked = { terms, configured, seen };
    const { approvalId, known } = await openApproval(this.eventStore, approvalIdOf, asked, context);
    if (known) return 'waiting';
    const work = { type: 'bank-account', change: asked } as const;
    const reason = `Before: ${told(current)}`;
    return requestApproval(this.eventStore, { approvalId, userId: HOUSE_USER_ID, reason, work }, context);
  }
}

const accountOf = ({ bank, accountName, accountNumber }: StoredFundingTerms): string =>
  JSON.stringify([bank, accountName, accountNumber]);
