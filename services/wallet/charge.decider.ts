import { RuleBroken } from '../contracts/errors.js';
import { formatNaira } from '../contracts/money.js';
import type { ChargeOnce } from './wallet.commands.js';
import type { Charged } from './wallet.events.js';
import { chargePostings } from './wallet.postings.js';
import { chargeKey, type Wallet } from './wallet.state.js';

interface ChargedDraft {
  readonly type: 'UpgradeCharged' | 'BvnCharged';
  readonly data: Charged;
}

/** Money for something of our own leaves the wallet, once. @throws RuleBroken INSUFFICIENT_FUNDS */
export function chargeOnce({ kind, chargeId, amount }: ChargeOnce, wallet: Wallet): ChargedDraft[] {
  if (wallet.charges.has(chargeKey(kind, chargeId))) return [];
  if (amount < 0n) throw new Error('a charge is not negative');
  if (wallet.available < amount)
    throw new RuleBroken('INSUFFICIENT_FUNDS', {
      available: formatNaira(wallet.available),
      short: formatNaira(amount - wallet.available),
    });
  const data = {
    userId: wallet.userId,
    chargeId,
    amount: String(amount),
    availableAfter: String(wallet.available - amount),
    heldAfter: String(wallet.held),
    postings: chargePostings(wallet.userId, kind, amount),
  };
  return [{ type: kind === 'upgrade' ? 'UpgradeCharged' : 'BvnCharged', data }];
}
