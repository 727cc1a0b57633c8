import {
  Command,
  CommandHandler,
  type ICommandHandler,
  type IQueryHandler,
  Query,
  QueryHandler,
} from '@nestjs/cqrs';
import { randomUUID } from '../../../infra/host/chance.js';
import type { Beneficiary } from '../../contracts/customers.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Service } from '../../contracts/services.js';
import { OwnChangeLimits } from '../profile/own-change-limits.js';
import { savedAs, type SavedBeneficiary } from '../user.state.js';
import { Users } from '../users.js';
import { RecentRecipients } from './recent-recipients.js';
import { type EventContext } from '../../../infra/event-store/event-context.js';

/** Saves a recipient, or renames a saved recipient. Returns the id of the recipient. */
export class SaveBeneficiary extends Command<string> {
  constructor(
    readonly userId: string,
    readonly beneficiary: Omit<SavedBeneficiary, 'id'>,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SaveBeneficiary)
export class SaveBeneficiaryHandler implements ICommandHandler<SaveBeneficiary> {
  constructor(
    private readonly users: Users,
    private readonly changes: OwnChangeLimits,
  ) {}

  /** @throws RuleBroken(BENEFICIARIES_FULL | RATE_LIMITED) */
  async execute({ userId, beneficiary, context }: SaveBeneficiary): Promise<string> {
    await this.changes.take(userId);
    const named = { ...beneficiary, id: randomUUID() };
    const user = await this.users.handle(userId, { type: 'SaveBeneficiary', beneficiary: named }, context);
    return savedAs(beneficiary, user)?.id ?? named.id;
  }
}

export class RemoveBeneficiary extends Command<void> {
  constructor(
    readonly userId: string,
    readonly beneficiaryId: string,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(RemoveBeneficiary)
export class RemoveBeneficiaryHandler implements ICommandHandler<RemoveBeneficiary> {
  constructor(
    private readonly users: Users,
    private readonly changes: OwnChangeLimits,
  ) {}

  /** @throws RuleBroken(RATE_LIMITED) */
  async execute({ userId, beneficiaryId, context }: RemoveBeneficiary): Promise<void> {
    await this.changes.take(userId);
    await this.users.handle(userId, { type: 'RemoveBeneficiary', beneficiaryId }, context);
  }
}

export interface Offered {
  readonly saved: Beneficiary[];
  readonly recent: Beneficiary[];
}

export class ListBeneficiaries extends Query<Offered> {
  constructor(
    readonly userId: string,
    readonly service: Service | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListBeneficiaries)
export class ListBeneficiariesHandler implements IQueryHandler<ListBeneficiaries> {
  constructor(
    private readonly users: Users,
    private readonly recentRecipients: RecentRecipients,
  ) {}

  /** @throws RuleBroken SESSION_EXPIRED */
  async execute({ userId, service }: ListBeneficiaries): Promise<Offered> {
    const [user, recent] = await Promise.all([
      this.users.byId(userId),
      this.recentRecipients.of(userId, service),
    ]);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const saved = (user.beneficiaries ?? []).filter((one) => !service || one.service === service);
    return { saved: saved.toReversed(), recent };
  }
}
