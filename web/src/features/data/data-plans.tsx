import { PlanPicker } from '../../purchase/plan-picker.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { SkeletonRows } from '../../ui/skeleton-rows.js';
import type { usePlansOf } from './use-plans-of.js';

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
