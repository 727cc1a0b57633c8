import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { derivedId } from './references.js';

/**
 * Reference of the purchase that was accepted under an idempotency key; undefined while there is none. As stored: unlike a
 * history it is never behind, so that who got no answer is told the truth.
 */
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
