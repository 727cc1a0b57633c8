import { Suspense, useEffect, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { buyer } from '../../domain/buyer.js';
import { LoadError } from '../../domain/load-error.js';
import { ProviderHealth } from '../../domain/provider-health.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { Card, Page, useRoomForTwo } from '../../ui/layout/page.js';
import type { OrderSoFar } from './order-pane.js';
import classes from './purchase-page.module.css';
import { useAgain } from './use-again.js';
import { usePurchase } from './use-purchase.js';
import { type Purchase } from './purchase.js';

const loadSheet = () => import('./confirm/confirm-sheet.js');
const ConfirmSheet = loadPart(loadSheet);
/** `UnfinishedPurchase` is loaded only after a lost answer. */
const UnfinishedPurchase = loadPart(() => import('./unfinished-purchase.js'));
const OrderPane = loadPart(() => import('./order-pane.js'));

interface PurchasePageProps extends Pick<ComponentProps<typeof Page>, 'title' | 'lead'> {
  readonly service: Service;
  readonly Form: ComponentType<{ readonly purchase: Purchase }>;
  readonly below?: ReactNode;
}

export function PurchasePage({ service, Form: ProductForm, below, ...page }: PurchasePageProps) {
  const purchase = usePurchase(service);
  const { intent, inDoubt, problem, close, setPane } = purchase;
  const unfinished = intent ? undefined : inDoubt;
  const finding = useAgain(service);
  const told = { service, network: intent?.order.shown.network };
  // Load the confirm sheet before it is needed.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  return (
    <Page {...page} panes>
      <div className={classes.panes}>
        <div className={classes.main}>
          {buyer().house ? (
            <Notice tone="info" announce={false}>
              {t('Paid from the house wallet.')}
            </Notice>
          ) : null}
          <ProviderHealth stands="above" {...told} />
          <FormError message={problem} />
          {unfinished ? (
            <Suspense fallback={<SkeletonRows label={t('Checking your last purchase')} />}>
              <UnfinishedPurchase
                intent={unfinished}
                onAgain={() => purchase.again(unfinished)}
                onForget={() => close('nothing sent')}
              />
            </Suspense>
          ) : null}
          {finding && !finding.failure ? <SkeletonRows label={t('Finding what you bought')} /> : null}
          {finding?.failure ? (
            <LoadError
              error={finding.failure}
              fallback={t('What you bought could not be found.')}
              onRetry={finding.retry}
            />
          ) : null}
          {unfinished || finding ? null : <ProductForm purchase={purchase} />}
          <ProviderHealth stands="below" {...told} />
          {below}
        </div>
        <aside ref={setPane} className={classes.pane} aria-label={t('Your order')} />
        <Suspense>
          {intent ? <ConfirmSheet intent={intent} onBought={purchase.bought} onClose={close} /> : null}
        </Suspense>
      </div>
    </Page>
  );
}

interface OrderFormProps extends ComponentProps<typeof Form>, OrderSoFar {
  readonly purchase: Purchase;
  readonly lookingUp?: boolean;
  readonly button: string;
  readonly note?: string;
}

export function OrderForm(props: OrderFormProps) {
  const { purchase, lookingUp, shown, quote, recipients, button, note, children, ...form } = props;
  const { service, pane } = purchase;
  const room = useRoomForTwo();
  return (
    <Card>
      <Form {...form}>
        {children}
        <BusyButton
          busy={lookingUp || purchase.busy}
          busyText={lookingUp ? t('Validating...') : t('Processing...')}
        >
          {button}
        </BusyButton>
        {note ? <FormNote>{note}</FormNote> : null}
      </Form>
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
