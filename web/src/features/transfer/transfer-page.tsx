import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { TransferForm } from './transfer-form.js';

export default function TransferPage() {
  const purchase = usePurchase('transfer');
  return (
    <Page
      title="Send Money To All Banks"
      lead="From your wallet to any bank account in Nigeria; the name on it is looked up first."
      narrow
    >
      <PurchaseStage purchase={purchase}>
        <TransferForm purchase={purchase} />
      </PurchaseStage>
    </Page>
  );
}
