import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { ElectricityForm } from './electricity-form.js';

export default function ElectricityPage() {
  const purchase = usePurchase('electricity');
  return (
    <Page
      title="Pay Electricity"
      lead="Prepaid token or postpaid bill; the name on the meter is checked first."
      narrow
    >
      <PurchaseStage purchase={purchase}>
        <ElectricityForm purchase={purchase} />
      </PurchaseStage>
    </Page>
  );
}
