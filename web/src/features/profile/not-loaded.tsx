import { LoadError } from '../../domain/load-error.js';
import { Card } from '../../ui/layout/page.js';

interface NotLoadedProps {
  readonly title: string;
  readonly error: unknown;
  readonly fallback: string;
  readonly onRetry: () => unknown;
}

/** A card whose content could not be loaded: under its own title, so that nobody takes it for something they do not have. */
export const NotLoaded = ({ title, error, fallback, onRetry }: NotLoadedProps) => (
  <Card title={title}>
    <LoadError error={error} fallback={fallback} onRetry={() => void onRetry()} />
  </Card>
);
