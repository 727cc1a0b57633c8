import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../../api/base-api.js';
import { failureOf, messageOf } from '../../api/failure.js';
import { useLazyAirtimeQuoteQuery } from '../../api/user-data.api.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { airtimeDraft, type AirtimeDraft } from './airtime-draft.js';
import { AirtimeForm, type AirtimeOrder, type FieldErrors } from './airtime-form.js';
import { ConfirmSheet } from './confirm-sheet.js';
import { purchaseIntents, type PurchaseIntent } from './purchase-intent.js';
import { UnfinishedPurchase } from './unfinished-purchase.js';

const FIELDS = ['phone', 'amount', 'network'] as const;

/** The sentence without the name of the field it already stands under. */
const withoutField = (message: string): string => message.replace(/^\w+: /, '');

export default function AirtimePage() {
  const again = useLocation().state as AirtimeDraft | null;
  const [initial] = useState(() => again ?? airtimeDraft.load());
  const [intent, setIntent] = useState<PurchaseIntent>();
  const [inDoubt, setInDoubt] = useState(purchaseIntents.inDoubt);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string>();
  const [quote, { isFetching }] = useLazyAirtimeQuoteQuery();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const order = async ({ phone, amount, network }: AirtimeOrder): Promise<void> => {
    setProblem(undefined);
    const result = await quote({ network, amount });
    if (result.data) return setIntent(purchaseIntents.begin({ phone, amount, network }));
    const failure = failureOf(result.error);
    const field = FIELDS.find((name) => name === failure?.field || failure?.message.startsWith(`${name}: `));
    if (field && failure) setErrors({ [field]: withoutField(failure.message) });
    else setProblem(messageOf(result.error, 'Failed to fetch price'));
  };

  const bought = (reference: string): void => {
    purchaseIntents.forget();
    airtimeDraft.forget();
    dispatch(api.util.invalidateTags(['Wallet', 'History']));
    void navigate(`/receipt/${encodeURIComponent(reference)}`, { state: { justBought: true } });
  };

  const close = (left: 'nothing sent' | 'in doubt'): void => {
    setIntent(undefined);
    if (left === 'nothing sent') purchaseIntents.forget();
    setInDoubt(purchaseIntents.inDoubt());
  };

  return (
    <Page title="Recharge Your Account" lead="Airtime for any Nigerian number, 1% off." narrow>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {inDoubt && !intent ? (
        <UnfinishedPurchase
          intent={inDoubt}
          onAgain={() => setIntent(inDoubt)}
          onForget={() => close('nothing sent')}
        />
      ) : (
        <AirtimeForm
          initial={initial}
          busy={isFetching}
          errors={errors}
          onOrder={(next) => void order(next)}
          onEdit={() => setErrors({})}
        />
      )}
      {intent ? <ConfirmSheet intent={intent} onBought={bought} onClose={close} /> : null}
    </Page>
  );
}
