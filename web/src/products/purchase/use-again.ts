import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { failureOf } from '../../api/failure.js';
import { useTransactionQuery, type Transaction } from '../../api/transactions.api.js';
import { networkOfName } from '../../domain/brands/network.js';
import { phoneText } from '../../domain/phone.js';
import { useProducts, type Bought } from '../../domain/products.js';

export const wasBought = (transaction: Transaction): Bought => ({
  recipient: phoneText(transaction.phone_number),
  amount: String(transaction.face_value),
  network: networkOfName(transaction.network),
  provider: '',
  kind: '',
  product: transaction.product,
  paid: transaction.price,
});

interface Finding {
  readonly failure: unknown;
  readonly retry: () => void;
}

/** Loads the purchase in the address of the page (`?again=NL…`), to fill in the form. */
export function useAgain(service: Service): Finding | undefined {
  const [params] = useSearchParams();
  const reference = params.get('again') ?? '';
  const {
    // Use `currentData`, because `data` may still contain the previous purchase.
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
