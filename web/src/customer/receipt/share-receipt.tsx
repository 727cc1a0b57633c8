import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Transaction } from '../../api/transactions.api.js';
import { saveFile } from '../../domain/download-link.js';
import { useProductOf } from '../../domain/products.js';
import { t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { ShareIcon } from '../../ui/icons.js';
import { pictureOf, textOf } from './shared-receipt.js';

/** Shares the receipt as a picture. Saves the picture when `canShare` refuses files. */
export function ShareReceipt({ transaction }: { readonly transaction: Transaction }) {
  const product = useProductOf(transaction.service);
  const [busy, setBusy] = useState(false);
  const share = async (): Promise<void> => {
    setBusy(true);
    try {
      const { receiptImage } = await import('./receipt-image.js');
      const picture = await receiptImage(pictureOf(transaction, product));
      const name = `receipt-${transaction.api_transaction_reference}.png`;
      const files = [new File([picture], name, { type: picture.type })];
      if ('canShare' in navigator && navigator.canShare({ files }))
        await navigator.share({ files, text: textOf(transaction, product) });
      else {
        saveFile(name, picture);
        toast(t('The receipt is saved as a picture.'));
      }
    } catch (error) {
      // `AbortError` means that the customer closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast(t('The receipt could not be shared. Copy it as text instead.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="md" leftSection={<ShareIcon />} loading={busy} onClick={() => void share()}>
      {t('Share')}
    </Button>
  );
}
