import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { FormNote } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { BetForm } from './bet-form.js';

export default function BetPage() {
  const purchase = usePurchase('bet');
  return (
    <Page title="Fund Bet Wallet" lead="Minimum 100 naira and Maximum 10,000 naira." narrow>
      <PurchaseStage purchase={purchase}>
        <BetForm purchase={purchase} />
      </PurchaseStage>
      <FormNote>For people of 18 and above. Money in a betting wallet cannot come back to this one.</FormNote>
    </Page>
  );
}
