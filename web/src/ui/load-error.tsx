import { Button } from '@mantine/core';
import { messageOf } from '../api/failure.js';
import { Notice } from './notice.js';

interface LoadErrorProps {
  readonly error: unknown;
  readonly fallback: string;
  readonly onRetry: () => void;
}

/** A part of a page that could not be loaded, and the way to try again. */
export function LoadError({ error, fallback, onRetry }: LoadErrorProps) {
  return (
    <Notice
      tone="bad"
      title={fallback}
      action={
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error, '')}
    </Notice>
  );
}
