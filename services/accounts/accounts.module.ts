import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { WalletModule } from '../wallet/wallet.module.js';
import { ApiTokens } from './api-tokens.js';
import { LoginLimits } from './login-limits.js';
import { LoginHandler } from './login.handler.js';
import { Passwords } from './passwords.js';
import { Pins } from './pins.js';
import { RegisterUserHandler } from './register-user.handler.js';
import { Sessions } from './sessions.js';
import { SetPinHandler } from './set-pin.handler.js';
import { Users } from './users.js';
import { VerifyEmailHandler } from './verify-email.handler.js';

/** People. Needs EVENT_STORE, KEY_VAULT, SECRETS, SESSION_STORE, TRIES_STORE, LIMITS and CONFIG from the process. */
@Module({
  imports: [CqrsModule, WalletModule],
  providers: [
    ...[Users, Passwords, Pins, Sessions, LoginLimits, ApiTokens],
    ...[RegisterUserHandler, VerifyEmailHandler, SetPinHandler, LoginHandler],
  ],
  exports: [
    Users,
    Passwords,
    Pins,
    Sessions,
    ApiTokens,
    RegisterUserHandler,
    VerifyEmailHandler,
    SetPinHandler,
  ],
})
export class AccountsModule {}
