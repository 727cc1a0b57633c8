import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { CableForm } from './cable-form.js';
import { DiscountCards } from './discount-cards.js';

export default function CablePage() {
  const purchase = usePurchase('cable');
  return (
    <Page
      title="Buy Cable"
      lead="Renew or change your bouquet; the name on the card is checked first."
      narrow
    >
      <PurchaseStage purchase={purchase}>
        <CableForm purchase={purchase} />
      </PurchaseStage>
      <DiscountCards />
    </Page>
  );
}
