import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CustomersModule } from '../customers/customers.module.js';
import { ChangeAccessHandler, SignOutAdministratorHandler } from './access/change-access.handler.js';
import { Administrators } from './administrators.js';
import { Enrolments } from './second-factor/enrolments.js';
import { SecondFactors } from './second-factor/second-factors.js';

/** Whoever runs the product. Needs EVENT_STORE, KEY_VAULT, SECRETS, LIMITS and CONFIG from the process. */
@Module({
  imports: [CqrsModule, CustomersModule],
  providers: [Administrators, ChangeAccessHandler, Enrolments, SecondFactors, SignOutAdministratorHandler],
  exports: [Administrators, SecondFactors],
})
export class AdministratorsModule {}
