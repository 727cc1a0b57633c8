import { type EventContext, systemContext } from '../../../infra/event-store/event-context.js';
import type { Actor } from '../../../infra/event-store/event-store.js';
import { randomBytes } from '../../../infra/host/chance.js';
import type { Administrators } from '../../administrators/administrators.js';
import { DEMO_PEOPLE } from '../../customers/demo/demo-people.js';
import type { Kobo } from '../../contracts/money.js';
import type { SeededUser } from '../../customers/demo/seed.js';
import {
  type NewPerson,
  CreateUser,
  type CreateUserHandler,
} from '../../customers/registration/create-user.handler.js';
import {
  MarkEmailVerified,
  type MarkEmailVerifiedHandler,
} from '../../customers/registration/verify-email.handler.js';
import type { DemoOffice, Due } from '../../purchases/demo/demo-ledger.js';
import { DemoDesk, type DemoDeskDeps } from './demo-desk.js';
import { DemoPayments, type DemoPaymentsDeps } from './demo-payments.js';
import { DemoShop, type DemoShopDeps } from './demo-shop.js';
import { DemoTreasury, type DemoTreasuryDeps } from './demo-treasury.js';
import { type Who, WorkingDays } from './working-days.js';

export interface DemoOfficeDeps extends DemoDeskDeps, DemoPaymentsDeps, DemoShopDeps, DemoTreasuryDeps {
  readonly administrators: Administrators;
  readonly register: CreateUserHandler;
  readonly verifyEmail: MarkEmailVerifiedHandler;
  readonly days: number;
  readonly now: Date;
}

const COLLEAGUE = {
  email: 'finance@demo.test',
  firstName: 'Efe',
  lastName: 'Finance',
  phone: '08081230005',
  role: 'admin' as const,
  tier: 'regular' as const,
};

export class AdministratorsAtWork implements DemoOffice {
  private readonly days: WorkingDays;
  private readonly payments: DemoPayments;

  constructor(private readonly deps: DemoOfficeDeps) {
    this.days = new WorkingDays(deps.days, deps.now);
    this.payments = new DemoPayments(deps, this.days);
  }

  async open(start: Date): Promise<Actor> {
    const context = systemContext(start);
    const owner = DEMO_PEOPLE.find(({ role }) => role === 'admin');
    if (!owner) throw new Error('there is no administrator among the accounts of a demonstration');
    const id = await this.employ('owner', owner, context);
    const password = randomBytes(32).toString('base64url');
    const colleague = await this.employ('colleague', { ...COLLEAGUE, password }, context);
    await this.deps.administrators.setPermissions(colleague, ['finance'], context);
    return { kind: 'admin', id };
  }

  pay(userId: string, paid: Kobo, now: Date): Promise<void> {
    return this.payments.pay(userId, paid, now);
  }

  plans(customers: readonly SeededUser[]): readonly Due[] {
    const { deps, days } = this;
    return [
      ...new DemoTreasury(deps, days).plans(),
      ...this.payments.plans(customers),
      ...new DemoDesk(deps, days).plans(customers),
      ...new DemoShop(deps, days).plans(),
    ];
  }

  private async employ(
    who: Who,
    { email, password, firstName, lastName, phone, role, tier }: NewPerson,
    context: EventContext,
  ): Promise<string> {
    const { register, verifyEmail } = this.deps;
    const person = { email, password, firstName, lastName, phone, role, tier };
    const { userId } = await register.execute(new CreateUser(person, context));
    await verifyEmail.execute(new MarkEmailVerified(userId, context));
    this.days.ids.set(who, userId);
    return userId;
  }
}
