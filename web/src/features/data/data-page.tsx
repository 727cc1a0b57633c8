import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { BalanceCodes } from './balance-codes.js';
import { DataForm } from './data-form.js';

export default function DataPage() {
  const purchase = usePurchase('data');
  return (
    <Page title="Buy Data" lead="Data for any Nigerian number, 1% off." narrow>
      <PurchaseStage purchase={purchase}>
        <DataForm purchase={purchase} />
      </PurchaseStage>
      <BalanceCodes />
    </Page>
  );
}
