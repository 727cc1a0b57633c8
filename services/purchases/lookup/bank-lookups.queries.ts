import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import { BankDirectory } from './bank-directory.js';

export interface ListedBank {
  readonly code: string;
  readonly name: string;
}

export class ListBanks extends Query<ListedBank[]> {}

@QueryHandler(ListBanks)
export class ListBanksHandler implements IQueryHandler<ListBanks> {
  constructor(
    private readonly prices: InstallationPrices,
    private readonly directory: BankDirectory,
  ) {}

  /** @throws RuleBroken SERVICE_OFF, LOOKUP_UNAVAILABLE */
  async execute(): Promise<ListedBank[]> {
    this.prices.requireTransfers();
    return (await this.directory.banks()).map(({ code, name }) => ({ code, name }));
  }
}

export class FindAccountHolder extends Query<string> {
  constructor(
    readonly userId: string,
    readonly bankCode: string,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(FindAccountHolder)
export class FindAccountHolderHandler implements IQueryHandler<FindAccountHolder> {
  constructor(
    private readonly prices: InstallationPrices,
    private readonly directory: BankDirectory,
  ) {}

  /** @throws RuleBroken SERVICE_OFF, RATE_LIMITED, CUSTOMER_NOT_FOUND */
  async execute({ userId, bankCode, accountNumber }: FindAccountHolder): Promise<string> {
    this.prices.requireTransfers();
    return (await this.directory.holder(userId, bankCode, accountNumber)).name;
  }
}
