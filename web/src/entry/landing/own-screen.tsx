import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CABLE_PROVIDERS } from '../../../../services/contracts/cable.contract.js';
import { DISCOS } from '../../../../services/contracts/electricity.contract.js';
import { TRANSACTION_STATUSES } from '../../../../services/contracts/services.js';
import { NETWORKS } from '../../../../services/contracts/fields/codes.js';
import type { UserData } from '../../api/user-data.api.js';
import type { Transaction, TransactionRow } from '../../api/transactions.api.js';
import { networkName } from '../../domain/brands/network.js';
import { ServiceGrid } from '../../domain/brands/service-grid.js';
import { DrawnPin } from '../../domain/drawn-pin.js';
import { useProducts } from '../../domain/products.js';
import { ReceiptHead } from '../../domain/receipt/receipt-head.js';
import { timelineOf } from '../../domain/receipt/timeline.js';
import { TimelineView } from '../../domain/receipt/timeline-view.js';
import { TransactionList } from '../../domain/transaction-card.js';
import { WalletCard } from '../../domain/wallet/wallet-card.js';
import { t } from '../../languages/language.js';
import { DuplicateQuestion } from '../../products/purchase/confirm/duplicate-question.js';
import { OrderSummary } from '../../products/purchase/confirm/order-summary.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Keypad } from '../../ui/form/keypad.js';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from './own-screen.module.css';

const PRICE = 990;
const BALANCE = 24_350;
const PHONE = '0803 123 4567';
const [, DELIVERED] = TRANSACTION_STATUSES;

const before = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const USER = {
  user_wallet: BALANCE,
  lastTopUp: 20_000,
  totalTransaction: 128,
} satisfies Partial<UserData> as UserData;

interface Bought {
  readonly service: string;
  readonly product: string;
  readonly phone_number: string;
  readonly amount: number;
  readonly minutes: number;
}

const rowOf = ({ minutes, ...bought }: Bought): TransactionRow => ({
  ...bought,
  transaction_history_date: before(minutes),
  api_transaction_reference: bought.service,
  wallet_balance: BALANCE,
  transaction_status: DELIVERED,
  status: DELIVERED,
});

const newest = (): readonly TransactionRow[] => [
  rowOf({ service: 'airtime', product: NETWORKS[1], phone_number: PHONE, amount: PRICE, minutes: 4 }),
  rowOf({
    service: 'electricity',
    product: DISCOS[18],
    phone_number: '45012345678',
    amount: 5_000,
    minutes: 95,
  }),
  rowOf({
    service: 'cable',
    product: CABLE_PROVIDERS[2],
    phone_number: '7023456789',
    amount: 3_762,
    minutes: 1_500,
  }),
];

const receipt = (): Transaction => ({
  ...rowOf({ service: 'airtime', product: NETWORKS[1], phone_number: PHONE, amount: PRICE, minutes: 4 }),
  facts: [],
  face_value: 1_000,
  price: PRICE,
  discount: 10,
  balance_after_purchase: BALANCE,
  steps: (['accepted', 'sent', 'delivered'] as const).map((step, place) => ({
    step,
    at: before(4 - place / 20),
  })),
});

const SCREENS: Readonly<Record<Screen, () => ReactNode>> = {
  home: () => (
    <div className={classes.page}>
      <WalletCard user={USER} />
      <ServiceGrid />
      <Card title={t('Recent transactions')}>
        <TransactionList rows={newest()} />
      </Card>
    </div>
  ),
  price: () => (
    <Sheet>
      <Order />
      <DrawnPin typed={2} />
      <Keypad label="" disabled={false} onDigit={() => undefined} onErase={() => undefined} />
      <Pay />
    </Sheet>
  ),
  receipt: () => <Delivered />,
  twice: () => (
    <Sheet>
      <DuplicateQuestion
        refusal={{
          http: 409,
          code: 'POSSIBLE_DUPLICATE',
          message: t('You sent {amount} to {recipient} less than 2 minutes ago. Confirm to send again.', {
            amount: naira(1_000),
            recipient: PHONE,
          }),
        }}
        onLeave={() => undefined}
      />
      <DrawnPin typed={0} />
      <BusyButton busy={false} busyText="" warns>
        {t('Send it again anyway')}
      </BusyButton>
      <Order />
    </Sheet>
  ),
};

const Sheet = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.under}>
    <div className={classes.sheet}>
      <p className={classes.title}>{t('Confirm your purchase')}</p>
      {children}
    </div>
  </div>
);

const Order = () => (
  <OrderSummary
    shown={{ action: t('Airtime to'), recipient: PHONE, network: 1, lines: [[t('Network'), networkName(1)]] }}
    quote={{ amount: 1_000, discount: 10, price: PRICE, balance_after: BALANCE - PRICE }}
  />
);

const Pay = () => (
  <BusyButton busy={false} busyText="">
    {t('Pay {price}', { price: naira(PRICE) })}
  </BusyButton>
);

function Delivered() {
  const { receipt: words, name } = useProducts().airtime;
  const bought = receipt();
  return (
    <div className={classes.page}>
      <p className={classes.heading}>{t('{thing} delivered', { thing: t(words.thing) })}</p>
      <Card>
        <ReceiptHead transaction={bought} serviceName={t(name)} recipient={PHONE} />
        <div className={classes.steps}>
          <TimelineView steps={timelineOf(bought)} />
        </div>
      </Card>
      <div className={classes.buttons}>
        <Button size="md">{t('Share')}</Button>
        <Button size="md" variant="default">
          {t('Buy again')}
        </Button>
      </div>
    </div>
  );
}

export default function OwnScreen({ screen }: { readonly screen: Screen }): ReactNode {
  return <div className={classes.screen}>{SCREENS[screen]()}</div>;
}

export type Screen = 'home' | 'price' | 'receipt' | 'twice';
