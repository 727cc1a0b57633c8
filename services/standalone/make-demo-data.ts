import { createDemoData } from '../accounts/demo-data.js';
import { RegisterUserHandler } from '../accounts/register-user.handler.js';
import { SetPinHandler } from '../accounts/set-pin.handler.js';
import type { User } from '../accounts/user.state.js';
import { Users } from '../accounts/users.js';
import { VerifyEmailHandler } from '../accounts/verify-email.handler.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import type { OpenDomain } from './open-domain.js';

/** The demonstration accounts; what is there already is left as it is. */
export const makeDemoData = (
  ledger: OpenDomain,
  funding: { reserveAccount(user: User): Promise<void> },
): Promise<void> =>
  createDemoData({
    users: ledger.get(Users),
    register: ledger.get(RegisterUserHandler),
    verifyEmail: ledger.get(VerifyEmailHandler),
    setPin: ledger.get(SetPinHandler),
    wallets: ledger.get(WalletStreams),
    reserveAccount: (user) => funding.reserveAccount(user),
  });
