import { BetController } from './controllers/bet.controller.js';
import { BvnController } from './controllers/bvn.controller.js';
import { SmsController } from './controllers/sms.controller.js';
import { TransferController } from './controllers/transfer.controller.js';
import { UpgradeController } from './controllers/upgrade.controller.js';

/** Texts, betting funds, bank transfers, BVN and the upgrade to an affiliate account. */
export const BANKING_CONTROLLERS = [
  ...[SmsController, BetController, TransferController],
  ...[BvnController, UpgradeController],
];
