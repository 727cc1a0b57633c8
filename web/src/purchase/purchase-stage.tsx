import type { ReactNode } from 'react';
import { buyer } from '../domain/buyer.js';
import { ProviderHealth } from '../domain/provider-health.js';
import { Notice } from '../ui/feedback/notice.js';
import { ConfirmSheet } from './confirm-sheet.js';
import { UnfinishedPurchase } from './unfinished-purchase.js';
import type { Purchase } from './use-purchase.js';

interface PurchaseStageProps {
  readonly purchase: Purchase;
  /** The form that makes an order. */
  readonly children: ReactNode;
}

/** The part of a page where something is bought: the form, the sheet over it, or the purchase that is in doubt. */
export function PurchaseStage({ purchase, children }: PurchaseStageProps) {
  const { intent, inDoubt, problem, close } = purchase;
  return (
    <>
      {buyer().house ? (
        <Notice tone="info" announce={false}>
          Paid from the house wallet.
        </Notice>
      ) : null}
      <ProviderHealth service={purchase.service} network={intent?.order.shown.network} />
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {inDoubt && !intent ? (
        <UnfinishedPurchase
          intent={inDoubt}
          onAgain={() => purchase.again(inDoubt)}
          onForget={() => close('nothing sent')}
        />
      ) : (
        children
      )}
      {intent ? <ConfirmSheet intent={intent} onBought={purchase.bought} onClose={close} /> : null}
    </>
  );
}
