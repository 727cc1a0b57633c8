import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import { type OtherPrice, useOtherPricesQuery } from './admin-catalogue.api.js';
import { PRICE_TEXTS, PriceForm } from './price-form.js';
import { ScheduledForPlan } from './scheduled-prices.js';
import classes from './admin-catalogue.module.css';

const NOT_LOADED = 'The prices of bouquets and exam pins could not be loaded.';
const GROUPS = { cable: 'Cable bouquets', exams: 'Exam pins' } as const;
const keyOf = ({ service, code }: OtherPrice): string => `${service} ${code}`;

export function OtherPrices() {
  const { data: plans, error, refetch } = useOtherPricesQuery();
  const [picked, setPicked] = useState('');
  const chosen = plans?.find((plan) => keyOf(plan) === picked);
  const group = (service: keyof typeof GROUPS) => ({
    group: GROUPS[service],
    items: (plans ?? [])
      .filter((plan) => plan.service === service)
      .map((plan) => ({ value: keyOf(plan), label: `${plan.plan}, ${naira(plan.price)}` })),
  });
  return (
    <Card title="One bouquet or exam pin">
      <div className={classes.pick}>
        {!plans && error ? (
          <LoadError error={error} fallback={NOT_LOADED} onRetry={() => void refetch()} />
        ) : null}
        {!plans && !error ? <SkeletonRows rows={1} label="Loading bouquets and exam pins" /> : null}
        {plans ? (
          <NativeSelect
            label="Bouquet or exam pin"
            name="plan_code"
            size="md"
            value={picked}
            data={[{ value: '', label: 'Select a bouquet or exam pin' }, group('cable'), group('exams')]}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
        ) : null}
      </div>
      {chosen ? <OtherPlanToPrice key={picked} plan={chosen} onChanged={refetch} /> : null}
    </Card>
  );
}

interface OtherPlanToPriceProps {
  readonly plan: OtherPrice;
  readonly onChanged: () => Promise<unknown>;
}

function OtherPlanToPrice({ plan, onChanged }: OtherPlanToPriceProps) {
  const maySet = useMay('finance');
  const sending = useConfirmedSend('setOtherPrice', PRICE_TEXTS, `Change ${plan.plan}?`);
  const [changes, setChanges] = useState(0);
  return (
    <>
      <ScheduledForPlan service={plan.service} code={plan.code} />
      <PriceForm
        key={changes}
        sending={{
          ...sending,
          send: (prices) => sending.send({ ...prices, category: plan.service, plan_code: String(plan.code) }),
        }}
        price={plan}
        maySet={maySet}
        onChanged={async () => {
          await onChanged();
          setChanges(changes + 1);
        }}
      />
      {sending.question}
    </>
  );
}
