import { useState, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { ofSide } from '../../api/side.js';
import type { FieldErrors, Purchase } from './purchase.js';

/** Draft of a purchase form. `sessionStorage` keeps it through a reload of the page and a login. */
export const purchaseDraft = (service: Service) => {
  const key = ofSide(`naira-ledger-draft-${service}`);
  return {
    load: (): object => JSON.parse(sessionStorage.getItem(key) ?? '{}') as object,
    keep: (draft: object): void => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: (): void => sessionStorage.removeItem(key),
  };
};

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
  const [taken, setTaken] = useState<object>();
  if (filled && filled !== taken) {
    setTaken(filled);
    setDraft({ ...draft, ...filled });
  }
  // Otherwise a return to this history entry would fill in the form again.
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
  readonly draft: Draft;
  readonly edit: (change: Partial<Draft>) => void;
  readonly again: boolean;
  readonly errors: FieldErrors;
  readonly complete: (form: HTMLFormElement, missing: Readonly<Record<string, string | false>>) => boolean;
}

/** For each field, an error that the form found replaces an error that the server found. */
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
