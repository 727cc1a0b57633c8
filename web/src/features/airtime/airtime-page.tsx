import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { AirtimeForm } from './airtime-form.js';

export default function AirtimePage() {
  const purchase = usePurchase('airtime');
  return (
    <Page title="Recharge Your Account" lead="Airtime for any Nigerian number, 1% off." narrow>
      <PurchaseStage purchase={purchase}>
        <AirtimeForm purchase={purchase} />
      </PurchaseStage>
    </Page>
  );
}
