import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Kobo } from '../contracts/money.js';
import { WalletStreams } from './wallet.streams.js';

/** Kobo. */
export interface Balance {
  readonly available: Kobo;
  /** Kobo that are held for open purchases. */
  readonly held: Kobo;
}

export class GetBalance extends Query<Balance> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetBalance)
export class GetBalanceHandler implements IQueryHandler<GetBalance> {
  constructor(private readonly wallets: WalletStreams) {}

  async execute({ userId }: GetBalance): Promise<Balance> {
    const { available, held } = await this.wallets.newest(userId);
    return { available, held };
  }
}
