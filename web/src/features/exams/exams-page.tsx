import { PurchaseStage } from '../../purchase/purchase-stage.js';
import { usePurchase } from '../../purchase/use-purchase.js';
import { Page } from '../../ui/page.js';
import { ExamForm } from './exam-form.js';

export default function ExamsPage() {
  const purchase = usePurchase('exams');
  return (
    <Page title="Buy Exam Pin" lead="WAEC, NECO and NABTEB result checker pins, on your receipt." narrow>
      <PurchaseStage purchase={purchase}>
        <ExamForm purchase={purchase} />
      </PurchaseStage>
    </Page>
  );
}
