import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { Administrators } from './administrators.js';
import { Enrolments } from './second-factor/enrolments.js';
import { SecondFactors } from './second-factor/second-factors.js';

/** Whoever runs the product. Needs EVENT_STORE, KEY_VAULT, SECRETS, LIMITS and CONFIG from the process. */
@Module({
  imports: [CustomersModule],
  providers: [Administrators, Enrolments, SecondFactors],
  exports: [Administrators, SecondFactors],
})
export class AdministratorsModule {}
