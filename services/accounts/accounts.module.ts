import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BvnRecords } from '../identity/bvn-records.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ACCOUNT_HANDLERS } from './account-handlers.js';
import { AccountLimits } from './account-limits.js';
import { ApiTokens } from './api-tokens.js';
import { ChangePassword } from './change-password.js';
import { Codes } from './codes.js';
import { ConfirmPassword } from './confirm-password.js';
import { ForgetPerson } from './forget-person.js';
import { LoginLimits } from './login-limits.js';
import { Passwords } from './passwords.js';
import { Pins } from './pins.js';
import { RecentRecipients } from './recent-recipients.js';
import { RecoveryRequests } from './recovery-requests.js';
import { RegisterUserHandler } from './register-user.handler.js';
import { Sessions } from './sessions.js';
import { Stories } from './stories.js';
import { Users } from './users.js';
import { VerifyEmailHandler } from './verify-email.handler.js';

/** People. Needs EVENT_STORE, KEY_VAULT, SECRETS, SESSION_STORE, TRIES_STORE, LIMITS and CONFIG from the process. */
@Module({
  imports: [CqrsModule, WalletModule],
  providers: [
    ...[Users, Passwords, Pins, Sessions, LoginLimits, ApiTokens],
    ...[AccountLimits, Codes, ConfirmPassword, ChangePassword, RecoveryRequests, ForgetPerson],
    ...[RecentRecipients, Stories],
    ...[RegisterUserHandler, VerifyEmailHandler, BvnRecords, ...ACCOUNT_HANDLERS],
  ],
  exports: [
    Users,
    Passwords,
    Pins,
    Sessions,
    ApiTokens,
    ForgetPerson,
    BvnRecords,
    RecentRecipients,
    Stories,
    RegisterUserHandler,
    VerifyEmailHandler,
    ...ACCOUNT_HANDLERS,
  ],
})
export class AccountsModule {}
