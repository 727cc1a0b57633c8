import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Service } from '../../../services/contracts/services.js';
import { useTransactionQuery, type Transaction } from '../api/transactions.api.js';
import { networkOfName } from '../domain/brands/network.js';
import { phoneText } from '../domain/phone.js';
import { useProducts, type Bought } from '../domain/products.js';

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

/**
 * Finds the purchase that the address names to be made once more (`?again=NL…`), and hands what it was to the form. True
 * until that is done: the form must not begin without it.
 */
export function useAgain(service: Service): boolean {
  const [params] = useSearchParams();
  const reference = params.get('again') ?? '';
  const { data: transaction, isError } = useTransactionQuery(reference === '' ? skipToken : reference);
  const { again } = useProducts()[service];
  const navigate = useNavigate();
  const found = reference !== '' && (transaction !== undefined || isError);
  useEffect(() => {
    if (!found) return;
    const state = transaction && again ? { again: again.fill(wasBought(transaction)) } : null;
    void navigate({ search: '' }, { replace: true, state });
  }, [found, transaction, again, navigate]);
  return reference !== '';
}
