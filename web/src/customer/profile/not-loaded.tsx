import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Card } from '../../ui/layout/page.js';

interface NotLoadedProps {
  readonly title: string;
  /** Undefined while the content is on its way. */
  readonly error: unknown;
  readonly fallback: string;
  readonly onRetry: () => unknown;
}

/**
 * A card whose content is on its way or could not be loaded: under its own title, so that nobody takes it for something they do
 * not have, and so that what stands below does not jump when it comes.
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
