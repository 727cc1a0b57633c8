import {
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { LOGGER } from '../../infra/process/logger.js';
import { BrandModule } from '../brand/brand.module.js';
import { VendorsModule } from '../vendors/vendors.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { GetUpgradeQuoteHandler, UpgradeToAffiliateHandler } from './affiliate/upgrade.handler.js';
import { SetTierHandler } from './affiliate/set-tier.handler.js';
import { ApiTokens } from './api-token/api-tokens.js';
import { RotateApiTokenHandler } from './api-token/rotate-api-token.handler.js';
import {
  ListBeneficiariesHandler,
  RemoveBeneficiaryHandler,
  SaveBeneficiaryHandler,
} from './beneficiaries/beneficiaries.handler.js';
import { RecentRecipients } from './beneficiaries/recent-recipients.js';
import { BvnRecords } from './bvn/bvn-records.js';
import { GetBvnStatusHandler } from './bvn/get-bvn-status.handler.js';
import { VerifyBvnHandler } from './bvn/verify-bvn.handler.js';
import { EventContexts } from './event-contexts.js';
import { HouseAccount } from './house-account.js';
import { finishForgettings } from './forgetting/finish-forgettings.js';
import { ForgetPerson } from './forgetting/forget-person.js';
import { Forgettings } from './forgetting/forgettings.js';
import { CodeLimits } from './login/code-limits.js';
import { ConfirmPassword, Passwords } from './login/passwords.js';
import { OldHashes } from './login/old-hashes.js';
import { KnownDevices } from './login/known-devices.js';
import { LoginLimits } from './login/login-limits.js';
import { LoginHandler } from './login/login.handler.js';
import { PasswordDoor } from './login/password-door.js';
import { ListSessionsHandler } from './login/list-sessions.query.js';
import { Sessions } from './login/sessions.js';
import {
  EndAllSessionsHandler,
  EndOtherSessionsHandler,
  EndOwnSessionHandler,
  EndSessionHandler,
  RenewSessionHandler,
} from './login/sign-out.handlers.js';
import { Codes } from './mailed-codes/codes.js';
import { SendCodeHandler } from './mailed-codes/send-code.handler.js';
import { BeginApprovalHandler } from './passkeys/begin-approval.handler.js';
import {
  RevokePasskeyHandler,
  RevokePasskeysHandler,
  SetPasskeyLimitHandler,
} from './passkeys/change-passkeys.handler.js';
import { AddPasskeyHandler, BeginPasskeyHandler } from './passkeys/enrol-passkey.handler.js';
import { ListPasskeysHandler } from './passkeys/list-passkeys.query.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { Passkeys } from './passkeys/passkeys.js';
import { ChangePinHandler } from './pin/change-pin.handler.js';
import { PinLocks, Pins } from './pin/pins.js';
import { SetPinHandler } from './pin/set-pin.handler.js';
import { ChangeProfileHandler, SetNoticeSettingsHandler } from './profile/profile.handlers.js';
import { OwnChangeLimits } from './profile/own-change-limits.js';
import { EditUserHandler } from './profile/edit-user.handler.js';
import {
  ExportProfileHandler,
  FindCustomerHandler,
  GetNoticeSettingsHandler,
  GetUserDataHandler,
} from './profile/profile.queries.js';
import { ChangeOwnPasswordHandler } from './recovery/change-own-password.handler.js';
import { ReplacePassword } from './recovery/replace-password.js';
import { FinishRecoveryHandler } from './recovery/finish-recovery.handler.js';
import { RecoveryRequests } from './recovery/recovery-requests.js';
import { StartRecoveryHandler } from './recovery/start-recovery.handler.js';
import { CreateUserHandler } from './registration/create-user.handler.js';
import { SignUpHandler } from './registration/sign-up.handler.js';
import { VerifyEmailCodeHandler, MarkEmailVerifiedHandler } from './registration/verify-email.handler.js';
import { PushKeys } from './push/push-key.js';
import {
  EndPushHandler,
  ListPushDevicesHandler,
  SubscribePushHandler,
  UnsubscribePushHandler,
} from './push/push-devices.handlers.js';
import { SetSpendingHandler } from './support/freeze-spending.handler.js';
import { GetPersonRecordHandler } from './support/person-record.query.js';
import { SendUserCodeHandler } from './support/send-user-code.handler.js';
import { SetCallLimitHandler } from './support/set-call-limit.handler.js';
import { SignOutUserHandler } from './support/sign-out-user.handler.js';
import { Users } from './users.js';

@Module({
  imports: [BrandModule, CqrsModule, VendorsModule, WalletModule],
  providers: [
    CodeLimits,
    AddPasskeyHandler,
    ApiTokens,
    BeginApprovalHandler,
    BeginPasskeyHandler,
    BvnRecords,
    ChangeOwnPasswordHandler,
    ReplacePassword,
    ChangePinHandler,
    ChangeProfileHandler,
    Codes,
    ConfirmPassword,
    EditUserHandler,
    OwnChangeLimits,
    EndAllSessionsHandler,
    EndOtherSessionsHandler,
    EndOwnSessionHandler,
    EndPushHandler,
    EndSessionHandler,
    EventContexts,
    ExportProfileHandler,
    FindCustomerHandler,
    FinishRecoveryHandler,
    ForgetPerson,
    Forgettings,
    GetBvnStatusHandler,
    GetNoticeSettingsHandler,
    GetPersonRecordHandler,
    GetUpgradeQuoteHandler,
    GetUserDataHandler,
    HouseAccount,
    KnownDevices,
    ListBeneficiariesHandler,
    ListSessionsHandler,
    ListPasskeysHandler,
    ListPushDevicesHandler,
    LoginHandler,
    LoginLimits,
    OldHashes,
    PasskeyChallenges,
    Passkeys,
    PasswordDoor,
    Passwords,
    PinLocks,
    Pins,
    PushKeys,
    RecentRecipients,
    RecoveryRequests,
    CreateUserHandler,
    RemoveBeneficiaryHandler,
    RenewSessionHandler,
    RevokePasskeyHandler,
    RevokePasskeysHandler,
    RotateApiTokenHandler,
    SaveBeneficiaryHandler,
    SendCodeHandler,
    SendUserCodeHandler,
    Sessions,
    SetNoticeSettingsHandler,
    SetPasskeyLimitHandler,
    SetPinHandler,
    SetSpendingHandler,
    SetCallLimitHandler,
    SetTierHandler,
    SignOutUserHandler,
    SignUpHandler,
    StartRecoveryHandler,
    SubscribePushHandler,
    UnsubscribePushHandler,
    UpgradeToAffiliateHandler,
    Users,
    VerifyBvnHandler,
    VerifyEmailCodeHandler,
    MarkEmailVerifiedHandler,
  ],
  exports: [
    ConfirmPassword,
    EventContexts,
    ForgetPerson,
    HouseAccount,
    OldHashes,
    PasskeyChallenges,
    Passkeys,
    PasswordDoor,
    Pins,
    RecentRecipients,
    Sessions,
    Users,
  ],
})
export class CustomersModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly closing = new AbortController();

  constructor(
    private readonly forgettings: Forgettings,
    private readonly person: ForgetPerson,
    @Optional() @Inject(LOGGER) private readonly logger?: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    const { forgettings, person, logger } = this;
    const onFault = (err: unknown): void =>
      logger?.warn({ part: 'forgetting', err }, 'somebody is not wholly forgotten yet; this is tried again');
    void finishForgettings({ forgettings, person, signal: this.closing.signal, onFault });
  }

  onApplicationShutdown(): void {
    this.closing.abort();
  }
}
