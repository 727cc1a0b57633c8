import { Button, useMantineTheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../languages/language.js';
import { toast } from './feedback/toast.js';
import { CheckIcon, CopyIcon } from './icons.js';

interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  readonly children?: string;
  readonly onDark?: boolean;
  readonly copied?: string;
}

const COPIED_MS = 2_000;

/**
 * Pages without https have no clipboard API, so `execCommand` copies from a temporary field. The field is
 * beside the button, because an open dialog blocks fields outside of it.
 */
async function copyFrom(button: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    button.after(field);
    field.focus();
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    button.focus();
    return done;
  }
}

export function CopyButton({
  value,
  label,
  children = t('Copy'),
  onDark,
  copied = t('Copied to clipboard!'),
}: CopyButtonProps) {
  const [done, setDone] = useState(false);
  const { white } = useMantineTheme();
  const copy = async (button: HTMLElement): Promise<void> => {
    const there = await copyFrom(button, value);
    setDone(there);
    toast(there ? copied : t('Could not copy. Select it and copy it yourself.'), there ? 2500 : undefined);
  };
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(setDone, COPIED_MS, false);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <Button
      size="sm"
      variant={onDark ? 'outline' : 'default'}
      {...(onDark ? { color: white } : {})}
      leftSection={done ? <CheckIcon /> : <CopyIcon />}
      onClick={(event) => void copy(event.currentTarget)}
      aria-label={label}
    >
      {done ? t('Copied') : children}
    </Button>
  );
}
