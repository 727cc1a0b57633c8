import { NativeSelect } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { PLAN_TYPES, type PlanTypeCode } from '../../../../services/contracts/data.contract.js';
import { type NetworkCode, NETWORKS } from '../../../../services/contracts/fields/codes.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import { usePlanPriceQuery, usePricedPlansQuery } from './admin-catalogue.api.js';
import { AmountTerms } from './amount-terms.js';
import { BulkPrices } from './bulk-prices.js';
import { ConfirmPrices } from './confirm-prices.js';
import { OtherPrices } from './other-prices.js';
import { Plans } from './plans.js';
import { PRICE_TEXTS, PriceForm } from './price-form.js';
import { ScheduledForPlan, ScheduledPrices } from './scheduled-prices.js';
import classes from './admin-catalogue.module.css';

const NO_PLANS = 'No data plans available for the selected network.';

export default function EditDataPricesPage() {
  const [network, setNetwork] = useState('');
  const [planType, setPlanType] = useState('');
  const [plan, setPlan] = useState('');
  const maySet = useMay('finance');
  const asked = network &&
    planType && {
      datanetwork: Number(network) as NetworkCode,
      selectedPlanType: Number(planType) as PlanTypeCode,
    };
  const plans = usePricedPlansQuery(asked || skipToken);
  const listed = asked ? plans.currentData : undefined;
  const chosen = listed?.find(({ id }) => id === plan);
  return (
    <Page title="Change Data Prices" lead="In force with the next quote, or from a moment on.">
      <div className={classes.desk}>
        <ConfirmPrices />
        <Card title="One data plan">
          <div className={classes.pick}>
            <NativeSelect
              label="Network"
              name="datanetwork"
              size="md"
              value={network}
              data={[
                { value: '', label: 'Select a network' },
                ...Object.entries(NETWORKS).map(([value, label]) => ({ value, label })),
              ]}
              onChange={(event) => {
                setNetwork(event.currentTarget.value);
                setPlan('');
              }}
            />
            <NativeSelect
              label="Plan type"
              name="selectedPlanType"
              size="md"
              value={planType}
              data={[
                { value: '', label: 'Select a plan type' },
                ...Object.entries(PLAN_TYPES).map(([value, label]) => ({ value, label })),
              ]}
              onChange={(event) => {
                setPlanType(event.currentTarget.value);
                setPlan('');
              }}
            />
            {asked && plans.error && !listed ? (
              <LoadError error={plans.error} fallback={NO_PLANS} onRetry={() => void plans.refetch()} />
            ) : null}
            {asked && !listed && !plans.error ? <SkeletonRows rows={1} label="Loading the plans" /> : null}
            {listed?.length === 0 ? <Notice tone="warn">{NO_PLANS}</Notice> : null}
            {listed && listed.length > 0 ? (
              <NativeSelect
                label="Data plan"
                name="selectedDataPlan"
                size="md"
                value={plan}
                data={[
                  { value: '', label: 'Select a data plan' },
                  ...listed.map(({ id, name, price }) => ({ value: id, label: `${name}, ${naira(price)}` })),
                ]}
                onChange={(event) => setPlan(event.currentTarget.value)}
              />
            ) : null}
          </div>
          {chosen && asked ? (
            <PlanToPrice key={chosen.id} network={asked.datanetwork} plan={chosen.id} maySet={maySet} />
          ) : null}
        </Card>
        <OtherPrices />
        <AmountTerms />
        <Plans />
        <BulkPrices />
        <ScheduledPrices />
      </div>
    </Page>
  );
}

interface PlanToPriceProps {
  readonly network: NetworkCode;
  readonly plan: string;
  readonly maySet: boolean;
}

function PlanToPrice({ network, plan, maySet }: PlanToPriceProps) {
  const { currentData: price, error, refetch } = usePlanPriceQuery(plan);
  const [changes, setChanges] = useState(0);
  const sending = useConfirmedSend('setDataPrice', PRICE_TEXTS, 'Change this price?');
  if (!price && error) return <LoadError error={error} fallback={NO_PLANS} onRetry={() => void refetch()} />;
  if (!price) return <SkeletonRows rows={2} label="Loading the price" />;
  return (
    <>
      <ScheduledForPlan service="data" code={Number(plan)} />
      <PriceForm
        key={changes}
        sending={{
          ...sending,
          send: (prices) => sending.send({ ...prices, datanetwork: network, selectedDataPlan: plan }),
        }}
        price={price}
        maySet={maySet}
        onChanged={async () => {
          await refetch();
          setChanges(changes + 1);
        }}
      />
      {sending.question}
    </>
  );
}
