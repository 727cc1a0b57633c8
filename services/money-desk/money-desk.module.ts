import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { WalletModule } from '../wallet/wallet.module.js';
import { AdjustWalletHandler } from './adjust-wallet.handler.js';
import { FundHouseHandler } from './fund-house.handler.js';

/** Money that administrators move by hand. Needs what wallets need from the process. */
@Module({
  imports: [CqrsModule, WalletModule],
  providers: [AdjustWalletHandler, FundHouseHandler],
})
export class MoneyDeskModule {}
