import { Suspense, useEffect, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { buyer } from '../domain/buyer.js';
import { ProviderHealth } from '../domain/provider-health.js';
import { t } from '../languages/language.js';
import { Notice } from '../ui/feedback/notice.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { loadPart } from '../ui/feedback/load-part.js';
import { Form, FormError } from '../ui/form/form.js';
import { Card, useRoomForTwo } from '../ui/layout/page.js';
import type { OrderSoFar } from './order-pane.js';
import classes from './purchase-stage.module.css';
import { useAgain } from './use-again.js';
import type { Purchase } from './use-purchase.js';

const loadSheet = () => import('./confirm/confirm-sheet.js');
const ConfirmSheet = loadPart(loadSheet);
/** Only after an answer that was lost. */
const UnfinishedPurchase = loadPart(() => import('./unfinished-purchase.js'));
/** Only where there is room for it. */
const OrderPane = loadPart(() => import('./order-pane.js'));

interface PurchaseStageProps {
  readonly purchase: Purchase;
  /** The form that makes an order. */
  readonly children: ReactNode;
  /** What stands below it. */
  readonly below?: ReactNode;
}

/** The part of a page where something is bought: the form, the sheet over it, or the purchase that is in doubt. */
export function PurchaseStage({ purchase, children, below }: PurchaseStageProps) {
  const { service, intent, inDoubt, problem, close, setPane } = purchase;
  const finding = useAgain(service);
  const told = { service, network: intent?.order.shown.network };
  // While the form is filled in; failing, it is loaded when it is wanted.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  return (
    <div className={classes.panes}>
      <div className={classes.main}>
        {buyer().house ? (
          <Notice tone="info" announce={false}>
            {t('Paid from the house wallet.')}
          </Notice>
        ) : null}
        <ProviderHealth stands="above" {...told} />
        <FormError message={problem} />
        {inDoubt && !intent ? (
          <Suspense fallback={<SkeletonRows label={t('Checking your last purchase')} />}>
            <UnfinishedPurchase
              intent={inDoubt}
              onAgain={() => purchase.again(inDoubt)}
              onForget={() => close('nothing sent')}
            />
          </Suspense>
        ) : null}
        {finding ? <SkeletonRows label={t('Finding what you bought')} /> : null}
        {(inDoubt && !intent) || finding ? null : children}
        <ProviderHealth stands="below" {...told} />
        {below}
      </div>
      <aside ref={setPane} className={classes.pane} aria-label={t('Your order')} />
      <Suspense>
        {intent ? <ConfirmSheet intent={intent} onBought={purchase.bought} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

interface OrderFormProps extends ComponentProps<typeof Form>, OrderSoFar {
  readonly purchase: Purchase;
}

/** The form of a product; where there is room, what its fields come to stands beside it. */
export function OrderForm({ purchase, shown, quote, recipients, ...form }: OrderFormProps) {
  const { service, pane } = purchase;
  const room = useRoomForTwo();
  return (
    <Card>
      <Form {...form} />
      {room && pane
        ? createPortal(
            <Suspense>
              <OrderPane service={service} shown={shown} quote={quote} recipients={recipients} />
            </Suspense>,
            pane,
          )
        : null}
    </Card>
  );
}
