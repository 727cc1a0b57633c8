import { useState } from 'react';
import type { FieldErrors, Purchase } from './use-purchase.js';

export interface FormErrors {
  readonly errors: FieldErrors;
  /** Puts complaints away, because what caused them is being corrected. */
  readonly edited: () => void;
  /** Shows what is missing and goes to the first of it. True when nothing is. */
  readonly complete: (form: HTMLFormElement, missing: Readonly<Record<string, string | false>>) => boolean;
}

/** What the form itself finds wrong, over what the server found wrong. */
export function useFormErrors(purchase: Pick<Purchase, 'errors' | 'edited'>): FormErrors {
  const [mine, setMine] = useState<FieldErrors>({});
  return {
    errors: { ...purchase.errors, ...mine },
    edited: () => {
      setMine({});
      purchase.edited();
    },
    complete: (form, missing) => {
      const found = Object.entries(missing).filter((entry): entry is [string, string] => entry[1] !== false);
      setMine(Object.fromEntries(found));
      const first = found[0]?.[0];
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return found.length === 0;
    },
  };
}
