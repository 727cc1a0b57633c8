import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { SmsForm } from './sms-form.js';

export default function SmsPage() {
  const purchase = usePurchase('sms');
  return (
    <Page title="Bulk SMS" lead="One text to many phones, from as low as ₦3 per SMS." narrow>
      <PurchaseStage purchase={purchase}>
        <SmsForm purchase={purchase} />
      </PurchaseStage>
    </Page>
  );
}
