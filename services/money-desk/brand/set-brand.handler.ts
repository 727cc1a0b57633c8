import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { decide, sameContacts } from '../../brand/brand.decider.js';
import { Brands, changeBrand } from '../../brand/brands.js';
import { leadsElsewhere } from '../../broadcasts/leads-elsewhere.js';
import { type Brand, type BrandTexts, contactsText } from '../../contracts/brand/brand.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { openApproval, requestApproval } from '../approvals.js';

/**
 * Changes name, colours and texts at once. A change of contacts, links or sender needs a second owner. New texts
 * with a link or a number need one, too.
 */
export class SetBrand extends Command<'applied' | 'waiting'> {
  constructor(
    readonly brand: Brand,
    /** Version that the form showed. */
    readonly seen: number,
    readonly context: EventContext,
  ) {
    super();
  }
}

const approvalIdOf = uuidsOf('4f6f0c8e-1f0d-5b7c-8a3e-6c0b7d2e9a51');

@CommandHandler(SetBrand)
export class SetBrandHandler implements ICommandHandler<SetBrand> {
  constructor(
    private readonly brands: Brands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** @throws RuleBroken STALE_EDIT, VALIDATION_FAILED, APPROVAL_DECIDED */
  async execute({ brand, seen, context }: SetBrand): Promise<'applied' | 'waiting'> {
    const state = await this.brands.newest();
    const { contacts: now, headline, lead } = state.brand;
    const texts = textsToApprove(brand, state.brand);
    const kept = texts ? { headline, lead, contacts: now } : { contacts: now };
    const open = { type: 'SetBrand', brand: { ...brand, ...kept }, seen } as const;
    decide(open, state);
    if (!texts && sameContacts(brand.contacts, now)) {
      await changeBrand(this.eventStore, open, context);
      return 'applied';
    }
    const change = { contacts: brand.contacts, ...(texts && { texts }), seen: state.contactsVersion };
    const { approvalId, known } = await openApproval(this.eventStore, (number) =>
      approvalIdOf(`${context.actor.id}/${number}/${JSON.stringify(change)}`),
    );
    // Skip this check when the form was sent before, because its first submission has raised the version.
    if (!known) decide({ type: 'SetBrand', brand, seen }, state);
    const work = { type: 'brand', change } as const;
    const reason = `Before: ${contactsText(now, texts && { headline, lead })}`;
    const wanted = { approvalId, userId: HOUSE_USER_ID, reason, work };
    const outcome = await requestApproval(this.eventStore, wanted, context);
    await changeBrand(this.eventStore, open, context);
    return outcome;
  }
}

/** Headline and lead stand together, so a number that both share is found. */
function textsToApprove({ headline, lead }: Brand, was: Brand): BrandTexts | undefined {
  const stay = headline === was.headline && lead === was.lead;
  return !stay && leadsElsewhere(`${headline}\n${lead}`) ? { headline, lead } : undefined;
}
