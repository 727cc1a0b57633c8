import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { isEntryOf } from '../../../../services/contracts/own-entry.js';
import type { Service } from '../../../../services/contracts/services.js';
import { api } from '../../api/base-api.js';
import { failureOf, messageOf } from '../../api/failure.js';
import { buyer } from '../../domain/buyer.js';
import { t } from '../../languages/language.js';
import { purchaseDraft } from './purchase-form.js';
import { purchaseIntents, type PurchaseIntent } from './purchase-intent.js';
import { useLazyQuoteQuery } from './confirm/quote.api.js';
import type { Accepted } from './send-purchase.js';
import type { Purchase, FieldErrors } from './purchase.js';

/** Matches a message that starts with the name of a field: "phone: Enter a valid …". */
const FIELD_AND_REASON = /^(\w+): (.+)$/s;

export function usePurchase(service: Service): Purchase {
  const [intent, setIntent] = useState<PurchaseIntent>();
  const [inDoubt, setInDoubt] = useState(() => purchaseIntents.inDoubt(service));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string>();
  const [pane, setPane] = useState<HTMLElement | null>(null);
  const [quote, { isFetching }] = useLazyQuoteQuery();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const edited = (): void => {
    setErrors({});
    setProblem(undefined);
  };

  const order: Purchase['order'] = async (filled) => {
    edited();
    const result = await quote(filled.quote);
    if (result.data) return setIntent(purchaseIntents.begin({ service, ...filled }));
    const failure = failureOf(result.error);
    const named = FIELD_AND_REASON.exec(failure?.message ?? '');
    const field = failure?.field ?? named?.[1];
    if (field && failure && isEntryOf(filled.buy.body, field))
      setErrors({ [field]: named?.[2] ?? failure.message });
    else setProblem(messageOf(result.error, t('Failed to fetch price')));
  };

  const bought = (accepted: Accepted): void => {
    purchaseIntents.forget(service);
    purchaseDraft(service).forget();
    dispatch(api.util.invalidateTags(['Wallet', 'History', 'Sales']));
    // Replace the entry of the confirm sheet, so that Back leads to the form.
    void navigate(buyer().receipt(accepted.reference), {
      replace: true,
      state: { justBought: true, service, message: accepted.message },
    });
  };

  const close = (left: 'nothing sent' | 'in doubt'): void => {
    setIntent(undefined);
    if (left === 'nothing sent') purchaseIntents.forget(service);
    setInDoubt(purchaseIntents.inDoubt(service));
  };

  return {
    service,
    intent,
    inDoubt,
    busy: isFetching,
    problem,
    errors,
    order,
    edited,
    again: setIntent,
    bought,
    close,
    pane,
    setPane,
  };
}
