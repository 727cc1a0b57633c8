import { skipToken } from '@reduxjs/toolkit/query';
import type { CallAnswer, CallRequest } from '../../../../services/contracts/calls.js';
import type { NetworkCode } from '../../../../services/contracts/services.js';
import { api, reading } from '../../api/base-api.js';
import { LoadError } from '../../domain/load-error.js';
import { PlanPicker } from '../../purchase/plan-picker.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';

const dataApi = api.injectEndpoints({
  endpoints: (build) => ({
    dataPlans: build.query<
      CallAnswer<'dataPlans'>,
      Pick<CallRequest<'dataPlans'>, 'datanetwork' | 'selectedPlanType'>
    >({
      query: (body) => reading('dataPlans', body),
      providesTags: ['Catalogue'],
    }),
  }),
});
const { useDataPlansQuery } = dataApi;

/** The plans of one network and type; of nothing until both are chosen. */
export const usePlansOf = (network: NetworkCode | undefined, planType: number | undefined) => {
  const { currentData, error, isFetching, refetch } = useDataPlansQuery(
    network !== undefined && planType !== undefined
      ? { datanetwork: network, selectedPlanType: planType }
      : skipToken,
  );
  return { data: currentData, error, isFetching, refetch };
};

interface DataPlansProps {
  readonly query: ReturnType<typeof usePlansOf>;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

export function DataPlans({ query, value, onChange, error }: DataPlansProps) {
  const { data, error: failure, isFetching, refetch } = query;
  if (!data && failure && !isFetching)
    return (
      <LoadError error={failure} fallback="The plans could not be loaded." onRetry={() => void refetch()} />
    );
  if (!data) return <SkeletonRows label="Loading the plans" />;
  if (data.data_plans.length === 0)
    return (
      <Notice tone="warn">{data.planMessage || 'No data plans available for the selected network.'}</Notice>
    );
  return (
    <PlanPicker
      name="selectedDataPlan"
      plans={data.data_plans}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
