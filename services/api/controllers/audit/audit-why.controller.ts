import { Controller, Inject, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIG } from '../../../../infra/config/settings.js';
import { ResolvePurchaseId } from '../../../../read-models/external-transactions/external-transactions.query.js';
import { FindBuyer } from '../../../../read-models/history/history.query.js';
import type { Administrator } from '../../../administrators/administrators.js';
import { EventExplorer } from '../../../audit/explore/event-explorer.js';
import { actorsIn } from '../../../audit/why/actors-in.js';
import { Catalog } from '../../../catalog/catalog.js';
import type { PriceSettings } from '../../../catalog/installation-prices.js';
import { AUDIT_QUERIES, type AuditAnswer, type AuditAsked } from '../../../contracts/admin/audit.contract.js';
import type { WhyCharged } from '../../../contracts/admin/why.contract.js';
import { nameOf } from '../../../customers/user.state.js';
import { Users } from '../../../customers/users.js';
import { CustomersShown, maySeePeople } from '../../shown/customers-shown.js';
import { AdministratorOf } from '../../guards/caller.js';
import { ZodPipe } from '../../pipes/zod.pipe.js';
import { AuditReads } from '../../guards/route-rules.js';

@Controller()
export class AuditWhyController {
  constructor(
    private readonly explorer: EventExplorer,
    private readonly shown: CustomersShown,
    private readonly queries: QueryBus,
    private readonly catalog: Catalog,
    @Inject(Users) private readonly users: Pick<Users, 'byId'>,
    @Inject(CONFIG) private readonly prices: PriceSettings,
  ) {}

  /** @throws RuleBroken NOT_FOUND */
  @AuditReads('why')
  async why(
    @AdministratorOf() administrator: Administrator,
    @Param(new ZodPipe(AUDIT_QUERIES.why)) { reference }: AuditAsked<'why'>,
  ): Promise<AuditAnswer<'why'>> {
    const { prices } = this;
    const purchaseId = await this.queries.execute(new ResolvePurchaseId(reference));
    const userId = await this.queries.execute(new FindBuyer(purchaseId));
    const vendors = this.catalog.vendors();
    const why = await this.explorer.why(purchaseId, userId, { prices, vendors });
    return {
      status: true,
      ...why,
      vendors: vendors.map(({ code, name }) => ({ code, name })),
      people: await this.peopleIn(why, administrator),
    };
  }

  /** Masks customers' emails when the administrator may not see them. */
  private async peopleIn(
    why: WhyCharged,
    administrator: Administrator,
  ): Promise<AuditAnswer<'why'>['people']> {
    const actors = actorsIn(why);
    const customers = new Set([
      why.userId,
      ...actors.flatMap(({ kind, id }) => (kind === 'user' ? [id] : [])),
    ]);
    const emails = await this.shown.emailsOf([...customers], maySeePeople(administrator));
    const colleagues = await Promise.all(
      actors
        .filter(({ kind }) => kind === 'admin' || kind === 'auditor')
        .map(async ({ id }) => ({ id, name: nameOf(await this.users.byId(id)) })),
    );
    const named = [...colleagues, ...Array.from(customers, (id) => ({ id, name: emails.get(id) ?? '' }))];
    return named.filter(({ name }) => name !== '');
  }
}
