import type { CallAnswer, CallRequest } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { LoadError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { PlanPicker } from '../purchase/fields/plan-picker.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';

const cableApi = api.injectEndpoints({
  endpoints: (build) => ({
    cablePlans: build.query<CallAnswer<'cablePlans'>, Pick<CallRequest<'cablePlans'>, 'cablenetwork'>>({
      query: (body) => reading('cablePlans', body),
      providesTags: ['Catalogue'],
    }),
  }),
});
export const { useCablePlansQuery } = cableApi;

interface CablePlansProps {
  readonly query: ReturnType<typeof useCablePlansQuery>;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

export function CablePlans({ query, value, onChange, error }: CablePlansProps) {
  const { currentData: data, error: failure, isFetching, refetch } = query;
  if (!data && failure && !isFetching)
    return (
      <LoadError
        error={failure}
        fallback={t('The plans could not be loaded.')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows label={t('Loading the plans')} />;
  if (data.cable_plans.length === 0)
    return (
      <Notice tone="warn">{data.message || t('No Cable plans available for the selected provider.')}</Notice>
    );
  return (
    <PlanPicker
      name="selectedcablePlan"
      plans={data.cable_plans}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
