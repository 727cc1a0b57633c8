import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Card } from '../../ui/layout/page.js';

interface NotLoadedProps {
  readonly title: string;
  /** Undefined while loading. */
  readonly error: unknown;
  readonly fallback: string;
  readonly onRetry: () => unknown;
}

/**
 * Replaces a card whose data is not loaded. Shows the title of the card, so that the page keeps its layout.
 */
export const NotLoaded = ({ title, error, fallback, onRetry }: NotLoadedProps) => (
  <Card title={title}>
    {error ? (
      <LoadError error={error} fallback={fallback} onRetry={() => void onRetry()} />
    ) : (
      <SkeletonRows rows={2} />
    )}
  </Card>
);
