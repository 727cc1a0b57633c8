import { RuleBroken } from '../contracts/errors.js';
import { chargebackPostings, chargebackWonPostings } from '../ledger/posting-rules.js';
import { requireReason } from './adjust.decider.js';
import type { ChargeBack, WinChargeback } from './wallet.commands.js';
import type { ChargebackWon, FundingChargedBack } from './wallet.events.js';
import { fundingKey, isChanged, type Wallet } from './wallet.state.js';

type ChargedBackDraft = { readonly type: 'FundingChargedBack'; readonly data: FundingChargedBack };
type WonDraft = { readonly type: 'ChargebackWon'; readonly data: ChargebackWon };

/**
 * Takes a disputed payment back from the wallet, but at most the available balance. The rest is our
 * `loss`. Held money stays held. A repeated command with the same `commandId` has no effect.
 * @throws RuleBroken CHARGEBACK_PAYMENT_NOT_FOUND
 */
export function chargeBack(command: ChargeBack, wallet: Wallet): ChargedBackDraft[] {
  const { commandId, provider, transactionReference, amount, fee } = command;
  if (isChanged(wallet, commandId)) return [];
  requireReason(command.reason);
  if (amount <= 0n || fee < 0n) throw new Error('a chargeback takes money');
  if (!wallet.fundings.has(fundingKey(provider, transactionReference)))
    throw new RuleBroken('CHARGEBACK_PAYMENT_NOT_FOUND');
  const debited = amount < wallet.available ? amount : wallet.available;
  const loss = amount - debited;
  const { userId } = wallet;
  return [
    {
      type: 'FundingChargedBack',
      data: {
        userId,
        commandId,
        ...disputeOf(command),
        debited: String(debited),
        loss: String(loss),
        fee: String(fee),
        ...balancesOf(wallet, -debited),
        postings: chargebackPostings(userId, { provider, debited, loss }, fee),
      },
    },
  ];
}

/**
 * Gives back to the wallet the amount that the chargeback had taken (`debited`). A repeated command
 * with the same `commandId` has no effect.
 */
export function winChargeback(command: WinChargeback, wallet: Wallet): WonDraft[] {
  const { commandId, chargebackId, provider, amount, debited } = command;
  if (isChanged(wallet, commandId)) return [];
  requireReason(command.reason);
  if (!isChanged(wallet, chargebackId)) throw new Error('a dispute is won after the payment was taken back');
  const loss = amount - debited;
  const { userId } = wallet;
  return [
    {
      type: 'ChargebackWon',
      data: {
        userId,
        commandId,
        chargebackId,
        ...disputeOf(command),
        credited: String(debited),
        loss: String(loss),
        ...balancesOf(wallet, debited),
        postings: chargebackWonPostings(userId, { provider, debited, loss }),
      },
    },
  ];
}

const disputeOf = (command: ChargeBack | WinChargeback) => {
  const { provider, transactionReference, dispute, amount, reason, evidence, approvedBy } = command;
  return {
    provider,
    transactionReference,
    dispute,
    amount: String(amount),
    reason,
    evidence,
    ...(approvedBy !== undefined && { approvedBy }),
  };
};

const balancesOf = ({ available, held }: Wallet, moved: bigint) => ({
  availableBefore: String(available),
  availableAfter: String(available + moved),
  heldAfter: String(held),
});
