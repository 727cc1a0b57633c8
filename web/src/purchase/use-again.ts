import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Service } from '../../../services/contracts/services.js';
import { useBeneficiariesOf, type Beneficiary } from '../api/beneficiaries.api.js';
import { useTransactionQuery, type Transaction } from '../api/transactions.api.js';
import { networkOfName } from '../domain/brands/network.js';
import { phoneText } from '../domain/phone.js';
import { useProducts, type Bought } from '../domain/products.js';

const wasBought = (transaction: Transaction, known: Beneficiary | undefined): Bought => ({
  recipient: phoneText(transaction.phone_number),
  amount: String(transaction.face_value),
  network: networkOfName(transaction.network),
  provider: known?.provider ?? '',
  kind: known?.kind ?? '',
  product: transaction.product,
});

/**
 * Finds the purchase that the address names to be made once more (`?again=NL…`), and hands what it was to the form. True
 * until that is done: the form must not begin without it.
 */
export function useAgain(service: Service): boolean {
  const [params] = useSearchParams();
  const reference = params.get('again') ?? '';
  const { data: transaction, isError } = useTransactionQuery(reference === '' ? skipToken : reference);
  const { data: recipients, isLoading } = useBeneficiariesOf(service);
  const { again } = useProducts()[service];
  const navigate = useNavigate();
  const found = reference !== '' && !isLoading && (transaction !== undefined || isError);
  useEffect(() => {
    if (!found) return;
    const phone = phoneText(transaction?.phone_number ?? '');
    const known = [...(recipients?.recent ?? []), ...(recipients?.saved ?? [])].find(
      ({ recipient }) => phoneText(recipient) === phone,
    );
    const state = transaction && again ? { again: again.fill(wasBought(transaction, known)) } : null;
    void navigate({ search: '' }, { replace: true, state });
  }, [found, transaction, recipients, again, navigate]);
  return reference !== '';
}
