import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Service } from '../../../services/contracts/services.js';

/** What is typed into a form; it survives a reload and a login in between. */
export const purchaseDraft = (service: Service) => {
  const key = `naira-ledger-draft-${service}`;
  return {
    load: (): object => JSON.parse(sessionStorage.getItem(key) ?? '{}') as object,
    keep: (draft: object): void => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: (): void => sessionStorage.removeItem(key),
  };
};

/** The draft of a form, filled from "buy again", else from what was typed before, else empty. */
export function useDraft<Draft extends object>(
  service: Service,
  empty: Draft,
): readonly [Draft, (change: Partial<Draft>) => void] {
  const { state } = useLocation() as { state: { again?: Partial<Draft> } | null };
  const [draft, setDraft] = useState<Draft>(() => ({
    ...empty,
    ...(state?.again ?? purchaseDraft(service).load()),
  }));
  useEffect(() => purchaseDraft(service).keep(draft), [service, draft]);
  return [draft, (change) => setDraft((old) => ({ ...old, ...change }))];
}
