import { uuidsOf } from '../../infra/crypto/keyed-digest.js';
import { randomUUID } from '../../infra/host/chance.js';
import { changeKeys, chargeKey, fundingKey } from './wallet.state.js';
import type { WalletCommand } from './wallet.commands.js';

const uuidOf = uuidsOf('5f0a7c3e-7c0b-5d0e-9a55-2f7a1c9be6d4');

/**
 * Computes the id from a key in the command or from `causationId`. A repeated payment or outcome gets the
 * same id, and is stored only once. Only `AcceptPurchase` gets a random id.
 */
export function eventIdFor(
  command: WalletCommand,
  type: string,
  userId: string,
  causationId: string,
): string {
  switch (command.type) {
    case 'AcceptPurchase':
      return randomUUID();
    case 'OpenWallet':
      return uuidOf(`${userId}:${type}`);
    case 'FundWallet':
      return uuidOf(`${userId}:${type}:${fundingKey(command.provider, command.transactionReference)}`);
    case 'ChargeOnce':
      return uuidOf(`${userId}:${type}:${chargeKey(command.kind, command.chargeId)}`);
    case 'AdjustWallet':
    case 'FundHouse':
    case 'CreditManually':
    case 'ChargeBack':
    case 'WinChargeback':
      return uuidOf(`${userId}:${type}:${changeKeys(command.commandId, '')[0]}`);
    default:
      return uuidOf(`${causationId}:${type}`);
  }
}
