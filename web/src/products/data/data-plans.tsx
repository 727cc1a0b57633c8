import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import {
  bestValue,
  daysOf,
  gigabytesOf,
  nairaPerGigabyte,
  rangeOf,
  type Range,
  SIZES,
  VALIDITIES,
} from '../../../../services/contracts/fields/plan-values.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { PlanTypeCode } from '../../../../services/contracts/data.contract.js';
import type { NetworkCode } from '../../../../services/contracts/fields/codes.js';
import { api, reading } from '../../api/base-api.js';
import type { Catalog } from '../../api/catalog.api.js';
import type { Failure } from '../../api/failure.js';
import { LoadError } from '../../domain/load-error.js';
import { repeat, t } from '../../languages/language.js';
import { OptionPicker } from '../purchase/fields/option-picker.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RadioChips } from '../../ui/form/radio-chips.js';
import { naira } from '../../ui/format.js';
import classes from './data-plans.module.css';

export type PlanType = Catalog['networks'][number]['plan_types'][number];

export type TypedPlan = CallAnswer<'dataPlans'>['data_plans'][number] & {
  readonly planType: { readonly code: number; readonly name: string };
};

interface PlansOfNetwork {
  readonly plans: readonly TypedPlan[];
  readonly message: string;
}

const dataApi = api.injectEndpoints({
  endpoints: (build) => ({
    networkPlans: build.query<
      PlansOfNetwork,
      { readonly network: NetworkCode; readonly types: readonly PlanType[] }
    >({
      async queryFn({ network, types }, _api, _options, read) {
        const answers = await Promise.all(
          types.map(async ({ code }) =>
            read(reading('dataPlans', { datanetwork: network, selectedPlanType: code as PlanTypeCode })),
          ),
        );
        const failed = answers.find(({ error }) => error !== undefined);
        if (failed) return { error: failed.error as Failure };
        const told = answers.map(({ data }) => data as CallAnswer<'dataPlans'>);
        const plans = told.flatMap(({ data_plans: own }, index) =>
          own.map((plan) => ({ ...plan, planType: types[index]! })),
        );
        const message = plans.length > 0 ? '' : (told[0]?.planMessage ?? '');
        return { data: { plans: plans.sort((one, other) => one.price - other.price), message } };
      },
      providesTags: ['Catalogue'],
    }),
  }),
});
const { useNetworkPlansQuery } = dataApi;

export const usePlansOf = (network: NetworkCode | undefined, types: readonly PlanType[] = []) => {
  const { currentData, error, isFetching, refetch } = useNetworkPlansQuery(
    network !== undefined && types.length > 0
      ? { network, types: types.filter(({ available }) => available) }
      : skipToken,
  );
  return { data: currentData, error, isFetching, refetch };
};

interface DataPlansProps {
  /** Undefined while loading. */
  readonly types: readonly PlanType[] | undefined;
  readonly query: ReturnType<typeof usePlansOf>;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

const ANY = '';

/** Options for filtering by the `ranges` that occur in `found`. Empty when fewer than two ranges occur. */
function offered(ranges: readonly Range[], found: readonly (string | undefined)[], any: string) {
  const there = ranges.filter(({ value }) => found.includes(value));
  return there.length < 2
    ? []
    : [{ value: ANY, text: any }, ...there.map(({ value, text }) => ({ value, text: repeat(text) }))];
}

export function DataPlans({ types, query, value, onChange, error }: DataPlansProps) {
  const [wanted, setWanted] = useState({ type: ANY, validity: ANY, size: ANY });
  const { data, error: failure, isFetching, refetch } = query;
  if (!data && failure && !isFetching)
    return (
      <LoadError
        error={failure}
        fallback={t('The plans could not be loaded.')}
        onRetry={() => void refetch()}
      />
    );
  // Without plan types, `usePlansOf` sends no request, and "Loading" would stay for ever.
  if (types?.length === 0)
    return <Notice tone="warn">{t('No data plans available for the selected network.')}</Notice>;
  if (!types || !data) return <SkeletonRows label={t('Loading the plans')} />;
  const validityOf = ({ validity }: TypedPlan) => rangeOf(VALIDITIES, daysOf(validity));
  const sizeOf = ({ name }: TypedPlan) => rangeOf(SIZES, gigabytesOf(name));
  const shown = data.plans.filter(
    (plan) =>
      plan.id === value ||
      ((wanted.type === ANY || wanted.type === String(plan.planType.code)) &&
        (wanted.validity === ANY || wanted.validity === validityOf(plan)) &&
        (wanted.size === ANY || wanted.size === sizeOf(plan))),
  );
  const best = bestValue(shown);
  const validities = offered(VALIDITIES, data.plans.map(validityOf), t('Any length'));
  const sizes = offered(SIZES, data.plans.map(sizeOf), t('Any size'));
  return (
    <div className={classes.plans}>
      <RadioChips
        legend={t('Plan type')}
        name="planType"
        options={[
          { value: ANY, text: t('All types') },
          ...types.map(({ code, name, available }) => ({ value: String(code), text: name, off: !available })),
        ]}
        value={wanted.type}
        onChange={(type) => setWanted({ ...wanted, type })}
      />
      {validities.length > 0 ? (
        <RadioChips
          legend={t('How long it lasts')}
          name="validity"
          options={validities}
          value={wanted.validity}
          onChange={(validity) => setWanted({ ...wanted, validity })}
        />
      ) : null}
      {sizes.length > 0 ? (
        <RadioChips
          legend={t('Size')}
          name="size"
          options={sizes}
          value={wanted.size}
          onChange={(size) => setWanted({ ...wanted, size })}
        />
      ) : null}
      {shown.length > 0 ? (
        <OptionPicker
          legend={t('Plan')}
          name="selectedDataPlan"
          value={value}
          onChange={onChange}
          error={error}
          options={shown.map((plan) => ({
            value: plan.id,
            title: plan.name,
            text: detailsOf(plan),
            aside: naira(plan.price),
            mark: plan === best ? t('Best value') : undefined,
          }))}
        />
      ) : (
        <Notice tone="warn">
          {data.plans.length > 0
            ? t('No plan is like this. Choose fewer conditions.')
            : data.message || t('No data plans available for the selected network.')}
        </Notice>
      )}
    </div>
  );
}

/** Details of a plan, such as "Gifting · 30 days · ₦294/GB". */
function detailsOf(plan: TypedPlan): string {
  const each = nairaPerGigabyte(plan);
  return [
    plan.planType.name,
    plan.name.includes(plan.validity) ? '' : plan.validity,
    each === undefined ? '' : `${naira(Math.round(each)).replace('.00', '')}/GB`,
  ]
    .filter(Boolean)
    .join(' · ');
}
