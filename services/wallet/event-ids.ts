import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { chargeKey, fundingKey } from './wallet.state.js';
import type { WalletCommand } from './wallet.commands.js';

const NAMESPACE = '5f0a7c3e-7c0b-5d0e-9a55-2f7a1c9be6d4';

/**
 * The id of an event. What is caused by a fact that can be read again (a payment, an outcome) gets the same id each
 * time, so that a second telling can be recognised in the log; a purchase has its own key and gets a random one.
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
      return uuidV5(`${userId}:${type}`, NAMESPACE);
    case 'FundWallet':
      return uuidV5(
        `${userId}:${type}:${fundingKey(command.provider, command.transactionReference)}`,
        NAMESPACE,
      );
    case 'ChargeOnce':
      return uuidV5(`${userId}:${type}:${chargeKey(command.kind, command.chargeId)}`, NAMESPACE);
    default:
      return uuidV5(`${causationId}:${type}`, NAMESPACE);
  }
}
