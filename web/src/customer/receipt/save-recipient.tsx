import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useBeneficiariesOf } from '../../api/beneficiaries.api.js';
import type { Transaction } from '../../api/transactions.api.js';
import { phoneText } from '../../domain/phone.js';
import { useProductOf } from '../../domain/products.js';
import { t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { serviceOf } from '../../domain/receipt/receipt-texts.js';

const SaveRecipientSheet = loadPart(() => import('./save-recipient-sheet.js'));

export function SaveRecipient({ transaction }: { readonly transaction: Transaction }) {
  const service = serviceOf(transaction);
  const product = useProductOf(service);
  const { data } = useBeneficiariesOf(service);
  const [asking, setAsking] = useState(false);
  const shown = phoneText(transaction.phone_number);
  const same = (each: { readonly recipient: string }): boolean => phoneText(each.recipient) === shown;
  const known = data?.recent.find(same);
  if (product?.receipt.withoutRecipient || !data || data.saved.some(same) || !transaction.phone_number)
    return null;

  const saved = {
    service,
    recipient: known?.recipient ?? shown,
    name: known?.name ?? '',
    provider: known?.provider ?? '',
    kind: known?.kind ?? '',
  };
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        {t('Save recipient')}
      </Button>
      {asking ? (
        <Suspense fallback={null}>
          <SaveRecipientSheet saved={saved} shown={shown} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
