import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { derivedId } from './references.js';

/** Searches the wallet's stream, because the view `history` may lack the newest purchases. */
export class FindAccepted extends Query<string | undefined> {
  constructor(
    readonly userId: string,
    readonly idempotencyKey: string,
  ) {
    super();
  }
}

@QueryHandler(FindAccepted)
export class FindAcceptedHandler implements IQueryHandler<FindAccepted> {
  constructor(private readonly wallets: WalletStreams) {}

  async execute({ userId, idempotencyKey }: FindAccepted): Promise<string | undefined> {
    const earlier = await this.wallets.earlierPurchase(userId, derivedId(userId, idempotencyKey));
    return earlier?.firstAnswer.reference;
  }
}
