import type { Command } from '@nestjs/cqrs';
import type { AccountPurchaseRequest, Purchasing } from '../../api/purchasing.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { BuyAnswer } from '../../purchases/accept/place-order.handler.js';
import type { CustomersRoom } from './customers-room.js';

export interface Door {
  readonly customers: CustomersRoom;
  readonly purchasing: Purchasing;
}

export interface Shown {
  readonly token: string | undefined;
  readonly pin: string;
  readonly key: string;
  readonly confirmDuplicate?: boolean;
  readonly quotedPrice?: bigint | undefined;
}

/** @throws RuleBroken, SessionsUnavailable */
export async function buyAt(
  { customers, purchasing }: Door,
  { token, pin, key, confirmDuplicate, quotedPrice }: Shown,
  commandOf: (order: AccountPurchaseRequest) => Command<BuyAnswer>,
): Promise<BuyAnswer> {
  const session = token === undefined ? undefined : await customers.sessions.find(token);
  if (!session) throw new RuleBroken('SESSION_EXPIRED');
  const body = { transaction_pin: pin, confirm_duplicate: confirmDuplicate, quoted_price: quotedPrice };
  return purchasing.buy({ userId: session.userId, role: session.role, session }, body, key, commandOf);
}
