import { useState, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { ofSide } from '../../api/side.js';
import type { FieldErrors, Purchase } from './use-purchase.js';

/** What is typed into a form; it survives a reload and a login in between. */
export const purchaseDraft = (service: Service) => {
  const key = ofSide(`naira-ledger-draft-${service}`);
  return {
    load: (): object => JSON.parse(sessionStorage.getItem(key) ?? '{}') as object,
    keep: (draft: object): void => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: (): void => sessionStorage.removeItem(key),
  };
};

/**
 * The draft of a form, filled from "buy again", else from what was typed before, else empty. The third is true while it is
 * still what was bought before: the form then asks for the price by itself. `filled` is put into it, and nothing is asked.
 */
function useDraft<Draft extends object>(
  service: Service,
  empty: Draft,
): readonly [Draft, (change: Partial<Draft>) => void, boolean] {
  const { state } = useLocation() as { state: { again?: Partial<Draft>; filled?: Partial<Draft> } | null };
  const [again, setAgain] = useState(state?.again !== undefined);
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => ({
    ...empty,
    ...(state?.again ?? purchaseDraft(service).load()),
  }));
  useEffect(() => purchaseDraft(service).keep(draft), [service, draft]);
  const filled = state?.filled;
  // Also while the form is shown: whoever was found without leaving it.
  const [taken, setTaken] = useState<object>();
  if (filled && filled !== taken) {
    setTaken(filled);
    setDraft({ ...draft, ...filled });
  }
  // Once: whoever comes back to this entry of the history has bought it, or has changed their mind.
  useEffect(() => {
    if (state?.again ?? state?.filled) void navigate({}, { replace: true, state: null });
  }, [state, navigate]);
  const change = (next: Partial<Draft>): void => {
    setAgain(false);
    setDraft((old) => ({ ...old, ...next }));
  };
  return [draft, change, again];
}

interface OrderFields<Draft> {
  /** What stands in the form. */
  readonly draft: Draft;
  /** Changes it, and puts complaints away: what caused them is being corrected. */
  readonly edit: (change: Partial<Draft>) => void;
  /** Nothing was edited since the form was filled with what was bought before. */
  readonly again: boolean;
  readonly errors: FieldErrors;
  /** Shows what is missing and goes to the first of it. True when nothing is. */
  readonly complete: (form: HTMLFormElement, missing: Readonly<Record<string, string | false>>) => boolean;
}

/** What the form of a product holds, and what is wrong with it: what it finds itself stands over what the server found. */
export function useOrderFields<Draft extends object>(
  { service, errors, edited }: Purchase,
  empty: Draft,
): OrderFields<Draft> {
  const [draft, change, again] = useDraft(service, empty);
  const [mine, setMine] = useState<FieldErrors>({});
  return {
    draft,
    edit: (next) => {
      change(next);
      setMine({});
      edited();
    },
    again,
    errors: { ...errors, ...mine },
    complete: (form, missing) => {
      const found = Object.entries(missing).filter((entry): entry is [string, string] => entry[1] !== false);
      setMine(Object.fromEntries(found));
      const first = found[0]?.[0];
      if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return found.length === 0;
    },
  };
}
