import { UpgradeToAffiliateHandler } from '../accounts/upgrade/upgrade.handler.js';
import { VerifyBvnHandler } from '../identity/verify-bvn.handler.js';
import { FundBetHandler } from '../purchases/bet/fund-bet.handler.js';
import { SendSmsHandler } from '../purchases/sms/send-sms.handler.js';
import { SendTransferHandler } from '../purchases/transfer/send-transfer.handler.js';

/** Texts, betting funds, transfers, BVN and the upgrade: the handlers a process that serves HTTP gives to `createApi`. */
export const BANKING_HANDLERS = [
  ...[SendSmsHandler, FundBetHandler, SendTransferHandler],
  ...[VerifyBvnHandler, UpgradeToAffiliateHandler],
];
