import { RemoveBeneficiaryHandler, SaveBeneficiaryHandler } from './beneficiaries.handler.js';
import { ChangeOwnPasswordHandler } from './change-own-password.handler.js';
import { ChangePinHandler } from './change-pin.handler.js';
import { ChangeProfileHandler } from './change-profile.handler.js';
import { FinishRecoveryHandler } from './finish-recovery.handler.js';
import { LoginHandler } from './login.handler.js';
import { RotateApiTokenHandler } from './rotate-api-token.handler.js';
import { SendCodeHandler } from './send-code.handler.js';
import { SetNoticeSettingsHandler } from './set-notice-settings.handler.js';
import { SetPinHandler } from './set-pin.handler.js';
import { SignUpHandler } from './sign-up.handler.js';
import { StartRecoveryHandler } from './start-recovery.handler.js';
import { VerifyEmailCodeHandler } from './verify-email-code.handler.js';

/** What people may ask of their account over HTTP: the handlers a process that serves it gives to `createApi`. */
export const ACCOUNT_HANDLERS = [
  ...[LoginHandler, SignUpHandler, SendCodeHandler, VerifyEmailCodeHandler],
  ...[StartRecoveryHandler, FinishRecoveryHandler, ChangeOwnPasswordHandler],
  ...[SetPinHandler, ChangePinHandler, ChangeProfileHandler, RotateApiTokenHandler],
  ...[SaveBeneficiaryHandler, RemoveBeneficiaryHandler, SetNoticeSettingsHandler],
];
