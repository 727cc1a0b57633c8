import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CustomersModule } from '../customers/customers.module.js';
import {
  ChangeAccessHandler,
  EndAdministratorSessionHandler,
  SignOutAdministratorHandler,
} from './access/change-access.handler.js';
import { Administrators } from './administrators.js';
import { AcceptInvitationHandler, LookAtInvitationHandler } from './invitations/accept-invitation.handler.js';
import { Invitations } from './invitations/invitations.js';
import {
  InviteAdministratorHandler,
  SendInvitationHandler,
  WithdrawInvitationHandler,
} from './invitations/invite-administrator.handler.js';
import { AdministratorPasskeys } from './passkeys/administrator-passkeys.js';
import { BeginAdministratorLoginHandler } from './passkeys/begin-administrator-login.handler.js';
import { Enrolments } from './second-factor/enrolments.js';
import { SecondFactorLocks } from './second-factor/second-factor-locks.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { Visits } from './visits/visits.js';

@Module({
  imports: [CqrsModule, CustomersModule],
  providers: [
    AcceptInvitationHandler,
    AdministratorPasskeys,
    Administrators,
    BeginAdministratorLoginHandler,
    ChangeAccessHandler,
    EndAdministratorSessionHandler,
    Enrolments,
    Invitations,
    InviteAdministratorHandler,
    LookAtInvitationHandler,
    SecondFactorLocks,
    SecondFactors,
    SendInvitationHandler,
    SignOutAdministratorHandler,
    Visits,
    WithdrawInvitationHandler,
  ],
  exports: [AdministratorPasskeys, Administrators, Invitations, SecondFactors, Visits],
})
export class AdministratorsModule {}
