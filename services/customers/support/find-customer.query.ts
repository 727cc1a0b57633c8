import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { RuleBroken } from '../../contracts/errors.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';

/** A customer whom an administrator names. Administrators and auditors are none. */
export class FindCustomer extends Query<User> {
  constructor(readonly by: { readonly userId: string } | { readonly email: string }) {
    super();
  }
}

@QueryHandler(FindCustomer)
export class FindCustomerHandler implements IQueryHandler<FindCustomer> {
  constructor(private readonly users: Users) {}

  /** @throws RuleBroken(ACCOUNT_NOT_FOUND) */
  async execute({ by }: FindCustomer): Promise<User> {
    const { users } = this;
    const person = await ('userId' in by ? users.byId(by.userId) : users.byEmail(by.email.trim()));
    if (person?.role !== 'user') throw new RuleBroken('ACCOUNT_NOT_FOUND');
    return person;
  }
}
