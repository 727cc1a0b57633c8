import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Service } from '../../../services/contracts/services.js';
import { useTransactionQuery } from '../api/transactions.api.js';
import { useProducts } from '../domain/products.js';
import { wasBought } from './was-bought.js';

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
