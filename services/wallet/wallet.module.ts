import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GetBalanceHandler } from './get-balance.handler.js';
import { WalletStreams } from './wallet.streams.js';

/** Needs `EVENT_STORE` and `SNAPSHOTS` from the process. */
@Module({
  imports: [CqrsModule],
  providers: [WalletStreams, GetBalanceHandler],
  exports: [WalletStreams],
})
export class WalletModule implements OnApplicationShutdown {
  constructor(private readonly wallets: WalletStreams) {}

  /** Lets running purchases finish before the store closes. */
  async onApplicationShutdown(): Promise<void> {
    await this.wallets.close();
  }
}
