import { Module } from '@nestjs/common';
import { AdministratorsModule } from '../administrators/administrators.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { MovingIn } from './moving-in.js';
import { Owners } from './owners.js';

@Module({
  imports: [AdministratorsModule, CustomersModule, WalletModule],
  providers: [MovingIn, Owners],
  exports: [MovingIn],
})
export class MovingInModule {}
