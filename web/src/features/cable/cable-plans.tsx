import type { useCablePlansQuery } from '../../api/catalogue.api.js';
import { PlanPicker } from '../../purchase/plan-picker.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice } from '../../ui/notice.js';
import { SkeletonRows } from '../../ui/skeleton-rows.js';

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
      <LoadError error={failure} fallback="The plans could not be loaded." onRetry={() => void refetch()} />
    );
  if (!data) return <SkeletonRows label="Loading the plans" />;
  if (data.cable_plans.length === 0)
    return (
      <Notice tone="warn">{data.message || 'No Cable plans available for the selected provider.'}</Notice>
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
