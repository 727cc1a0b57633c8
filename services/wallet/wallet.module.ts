import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GetBalanceHandler } from './get-balance.handler.js';
import { WalletStreams } from './wallet.streams.js';

@Module({
  imports: [CqrsModule],
  providers: [WalletStreams, GetBalanceHandler],
  exports: [WalletStreams],
})
export class WalletModule implements OnApplicationShutdown {
  constructor(private readonly wallets: WalletStreams) {}

  async onApplicationShutdown(): Promise<void> {
    await this.wallets.close();
  }
}
