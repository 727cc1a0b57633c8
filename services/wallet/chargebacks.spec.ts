import { describe, expect, it } from '@jest/globals';
import { buy, fund, given, USER } from './testing/given-wallet.js';
import type { ChargeBack, WinChargeback } from './wallet.commands.js';

const PAYMENT = { provider: 'monnify', transactionReference: 'MNFY|1' };
const paid = fund(500n, PAYMENT);
const DISPUTE = { ...PAYMENT, dispute: 'CB-1', evidence: 'mail', reason: 'Stolen' };
const chargeBack = (amount: bigint, more: Partial<ChargeBack> = {}): ChargeBack => ({
  type: 'ChargeBack',
  commandId: 'c1',
  ...DISPUTE,
  amount,
  fee: 0n,
  ...more,
});
const won = (amount: bigint, debited: bigint, more: Partial<WinChargeback> = {}): WinChargeback => ({
  type: 'WinChargeback',
  commandId: 'w1',
  chargebackId: 'c1',
  ...DISPUTE,
  amount,
  debited,
  ...more,
});

describe('a payment that is charged back', () => {
  it('empties the available balance, keeps holds, and books the rest as our loss', () =>
    given(paid, buy('a', 200n))
      .when(chargeBack(500n, { fee: 5n, approvedBy: 'eve' }))
      .thenExpect(([draft], { available, held }) => {
        expect(draft).toEqual({
          type: 'FundingChargedBack',
          data: {
            ...DISPUTE,
            userId: USER,
            commandId: 'c1',
            approvedBy: 'eve',
            amount: '500',
            debited: '300',
            loss: '200',
            fee: '5',
            availableBefore: '300',
            availableAfter: '0',
            heldAfter: '200',
            postings: [
              { account: 'user_available:ada', amount: '300' },
              { account: 'chargeback_loss', amount: '200' },
              { account: 'psp_fee', amount: '5' },
              { account: 'psp_receivable:monnify', amount: '-505' },
            ],
          },
        });
        expect([available, held]).toEqual([0n, 200n]);
      }));

  it('is taken once, and only from a wallet that was credited with it', () => {
    const { when } = given(paid);
    when(chargeBack(100n)).thenOnce();
    when(chargeBack(100n)).thenNothing();
    when(chargeBack(100n, { commandId: 'c2', transactionReference: 'MNFY|2' })).thenRefused(
      'CHARGEBACK_PAYMENT_NOT_FOUND',
    );
    when(chargeBack(100n, { commandId: 'c2', reason: ' ' })).thenRefused('VALIDATION_FAILED');
  });

  it('is returned once when the dispute is won, and only after it was taken', () => {
    expect(() => given(paid).when(won(500n, 300n)).thenOnce()).toThrow('after the payment was taken back');
    const { when } = given(paid, buy('a', 200n), chargeBack(500n));
    when(won(500n, 300n)).thenExpect(([draft], { available, held }) => {
      expect(draft).toMatchObject({
        type: 'ChargebackWon',
        data: {
          chargebackId: 'c1',
          credited: '300',
          loss: '200',
          availableAfter: '300',
          postings: [
            { account: 'psp_receivable:monnify', amount: '500' },
            { account: 'chargeback_loss', amount: '-200' },
            { account: 'user_available:ada', amount: '-300' },
          ],
        },
      });
      expect([available, held]).toEqual([300n, 200n]);
    });
    when(won(500n, 300n)).thenNothing();
  });
});
