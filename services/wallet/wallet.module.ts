import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CapturePurchaseHandler } from './capture-purchase.handler.js';
import { FundWalletHandler } from './fund-wallet.handler.js';
import { OpenWalletHandler } from './open-wallet.handler.js';
import { ReleasePurchaseHandler } from './release-purchase.handler.js';
import { ReversePurchaseHandler } from './reverse-purchase.handler.js';
import { WalletStreams } from './wallet.streams.js';

/** Money. Needs EVENT_STORE and SNAPSHOTS from the process. */
@Module({
  imports: [CqrsModule],
  providers: [
    WalletStreams,
    OpenWalletHandler,
    FundWalletHandler,
    CapturePurchaseHandler,
    ReleasePurchaseHandler,
    ReversePurchaseHandler,
  ],
  exports: [WalletStreams],
})
export class WalletModule implements OnApplicationShutdown {
  constructor(private readonly wallets: WalletStreams) {}

  /** Purchases under way are finished before the store is closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.wallets.close();
  }
}
