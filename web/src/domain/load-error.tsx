import { Button } from '@mantine/core';
import { messageOf, failureOf } from '../api/failure.js';
import { t } from '../languages/language.js';
import { Notice } from '../ui/feedback/notice.js';

interface LoadErrorProps {
  readonly error: unknown;
  readonly fallback: string;
  readonly onRetry: () => void;
}

export function LoadError({ error, fallback, onRetry }: LoadErrorProps) {
  return (
    <Notice
      tone="bad"
      title={fallback}
      action={
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {messageOf(error, '')}
    </Notice>
  );
}

interface UserDataErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function UserDataError({ error, onRetry }: UserDataErrorProps) {
  const unanswered = failureOf(error)?.http === 0;
  return (
    <LoadError
      error={error}
      fallback={unanswered ? t('Error fetching user data') : t('Failed to fetch user data')}
      onRetry={onRetry}
    />
  );
}
