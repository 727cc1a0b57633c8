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
 * Changes names, colours and texts at once. A second owner must agree to a change of contacts, links or
 * sender, and to new names or texts with a link or number.
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
    const { contacts: now } = state.brand;
    const groups = GROUPS.filter((fields) => leadsAnew(fields, brand, state.brand));
    const kept = textsOf(groups, state.brand);
    const texts = kept && textsOf(groups, brand);
    const open = { type: 'SetBrand', brand: { ...brand, ...kept, contacts: now }, seen } as const;
    decide(open, state);
    if (!texts && sameContacts(brand.contacts, now)) {
      await changeBrand(this.eventStore, open, context);
      return 'applied';
    }
    const change = { contacts: brand.contacts, ...(texts && { texts }), seen: state.contactsVersion };
    const { approvalId, known } = await openApproval(this.eventStore, approvalIdOf, change, context);
    // The first submission of a repeated form has raised the version.
    if (!known) decide({ type: 'SetBrand', brand, seen }, state);
    const work = { type: 'brand', change } as const;
    const reason = `Before: ${contactsText(now, kept)}`;
    const wanted = { approvalId, userId: HOUSE_USER_ID, reason, work };
    const outcome = await requestApproval(this.eventStore, wanted, context);
    await changeBrand(this.eventStore, open, context);
    return outcome;
  }
}

/** Texts that customers see together. A number that is split between both texts is found. */
const GROUPS = [
  ['name', 'shortName'],
  ['headline', 'lead'],
] as const;
type Group = (typeof GROUPS)[number];

function leadsAnew(fields: Group, brand: Brand, was: Brand): boolean {
  const textIn = (of: Brand): string => fields.map((field) => of[field]).join('\n');
  return textIn(brand) !== textIn(was) && leadsElsewhere(textIn(brand));
}

const textsOf = (groups: readonly Group[], brand: Brand): BrandTexts | undefined =>
  groups.length === 0 ? undefined : Object.fromEntries(groups.flat().map((field) => [field, brand[field]]));
