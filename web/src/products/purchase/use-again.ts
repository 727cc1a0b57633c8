import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { failureOf } from '../../api/failure.js';
import { useTransactionQuery, type Transaction } from '../../api/transactions.api.js';
import { networkOfName } from '../../domain/brands/network.js';
import { phoneText } from '../../domain/phone.js';
import { useProducts, type Bought } from '../../domain/products.js';

/**
 * What a receipt says of a purchase. Its words name the company, and nothing else does: the same number may have been bought for
 * at two of them.
 */
export const wasBought = (transaction: Transaction): Bought => ({
  recipient: phoneText(transaction.phone_number),
  amount: String(transaction.face_value),
  network: networkOfName(transaction.network),
  provider: '',
  kind: '',
  product: transaction.product,
  paid: transaction.price,
});

/** A purchase to be made once more that is being looked for. */
interface Finding {
  /** Why nobody could say what it was; undefined while it is asked for. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/**
 * Finds the purchase that the address names to be made once more (`?again=NL…`), and hands what it was to the form. undefined
 * once that is done: the form must not begin without it, with what was typed for somebody else.
 */
export function useAgain(service: Service): Finding | undefined {
  const [params] = useSearchParams();
  const reference = params.get('again') ?? '';
  const {
    // Of this reference: the one that was asked for before may still be at hand.
    currentData: transaction,
    error,
    isFetching,
    refetch,
  } = useTransactionQuery(reference === '' ? skipToken : reference);
  const { again } = useProducts()[service];
  const navigate = useNavigate();
  const isGone = failureOf(error)?.code === 'TRANSACTION_NOT_FOUND';
  const found = reference !== '' && (transaction !== undefined || isGone);
  useEffect(() => {
    if (!found) return;
    const state = transaction && again ? { again: again.fill(wasBought(transaction)) } : null;
    void navigate({ search: '' }, { replace: true, state });
  }, [found, transaction, again, navigate]);
  if (reference === '') return undefined;
  return { failure: found || isFetching ? undefined : error, retry: () => void refetch() };
}
