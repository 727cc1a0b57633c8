import { Button, useMantineTheme } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { t } from '../languages/language.js';
import { toast } from './feedback/toast.js';
import { CheckIcon, CopyIcon } from './icons.js';

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, for those who do not see it: "Copy account number". */
  readonly label: string;
  readonly children?: string;
  readonly onDark?: boolean;
  /** What is said once it is done. */
  readonly copied?: string;
}

/** Copies, and says so in words. */
export function CopyButton({
  value,
  label,
  children = t('Copy'),
  onDark,
  copied = t('Copied to clipboard!'),
}: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const { white } = useMantineTheme();
  const copy = (): void => {
    clipboard.copy(value);
    toast(copied, 2500);
  };
  return (
    <Button
      size="sm"
      variant={onDark ? 'outline' : 'default'}
      {...(onDark ? { color: white } : {})}
      leftSection={clipboard.copied ? <CheckIcon /> : <CopyIcon />}
      onClick={copy}
      aria-label={label}
    >
      {clipboard.copied ? t('Copied') : children}
    </Button>
  );
}
