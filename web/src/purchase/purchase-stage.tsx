import { Suspense, useEffect, type ReactNode } from 'react';
import { buyer } from '../domain/buyer.js';
import { ProviderHealth } from '../domain/provider-health.js';
import { Notice } from '../ui/feedback/notice.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { loadPart } from '../ui/feedback/load-part.js';
import { FormError } from '../ui/form/form.js';
import { UnfinishedPurchase } from './unfinished-purchase.js';
import { useAgain } from './use-again.js';
import type { Purchase } from './use-purchase.js';

const loadSheet = () => import('./confirm-sheet.js');
const ConfirmSheet = loadPart(loadSheet);

interface PurchaseStageProps {
  readonly purchase: Purchase;
  /** The form that makes an order. */
  readonly children: ReactNode;
}

/** The part of a page where something is bought: the form, the sheet over it, or the purchase that is in doubt. */
export function PurchaseStage({ purchase, children }: PurchaseStageProps) {
  const { service, intent, inDoubt, problem, close } = purchase;
  const finding = useAgain(service);
  // While the form is filled in; failing, it is loaded when it is wanted.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  return (
    <>
      {buyer().house ? (
        <Notice tone="info" announce={false}>
          Paid from the house wallet.
        </Notice>
      ) : null}
      <ProviderHealth service={purchase.service} network={intent?.order.shown.network} />
      <FormError message={problem} />
      {inDoubt && !intent ? (
        <UnfinishedPurchase
          intent={inDoubt}
          onAgain={() => purchase.again(inDoubt)}
          onForget={() => close('nothing sent')}
        />
      ) : null}
      {finding ? <SkeletonRows label="Finding what you bought" /> : null}
      {(inDoubt && !intent) || finding ? null : children}
      <Suspense>
        {intent ? <ConfirmSheet intent={intent} onBought={purchase.bought} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
