import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { skipToken } from '@reduxjs/toolkit/query';
import { IDEMPOTENCY_HEADER } from '../../../../../services/contracts/wire-names.js';
import { api } from '../../../api/base-api.js';
import { call, type CallBody } from '../../../api/call.js';
import { usePasskeysQuery, type Passkey } from '../../../api/user-data.api.js';
import { buyer } from '../../../domain/buyer.js';
import { devicePasskeys } from '../../../domain/device-passkeys.js';
import { t } from '../../../languages/language.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { FingerprintIcon } from '../../../ui/icons.js';
import type { PurchaseIntent } from '../purchase-intent.js';

export type PasskeySignature = NonNullable<CallBody<'buyAirtime'>['passkey']>;

/** Passkey on this device whose `limit` covers the price. */
function useDevicePasskey(price: number | undefined): Passkey | undefined {
  const { data } = usePasskeysQuery(buyer().house ? skipToken : undefined);
  return data?.passkeys.find(
    ({ id, limit }) => devicePasskeys.has(id) && price !== undefined && price <= limit,
  );
}

/** The import fails without a network, and when a deploy has removed the file. */
async function loadStartAuthentication() {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication;
}

async function sign(
  { order, key }: PurchaseIntent,
  { id }: Passkey,
  price: number,
): Promise<{ readonly signature: PasskeySignature } | { readonly problem: string; readonly gone?: true }> {
  const startAuthentication = await loadStartAuthentication().catch(() => undefined);
  if (!startAuthentication) return { problem: t('We cannot reach the server. Check your connection.') };
  const begun = await call(
    'beginApproval',
    { id, service: order.service, order: { ...order.buy.body }, price },
    { headers: { [IDEMPOTENCY_HEADER]: key } },
  );
  if ('failure' in begun) {
    const { code, message } = begun.failure;
    return { problem: message, ...(code === 'PASSKEY_NOT_FOUND' && { gone: true }) };
  }
  try {
    const signed = await startAuthentication({ optionsJSON: begun.data.options });
    const { clientDataJSON, authenticatorData, signature } = signed.response;
    return {
      signature: { price, id: signed.id, response: { clientDataJSON, authenticatorData, signature } },
    };
  } catch {
    return { problem: t('Not confirmed. Try again, or enter your PIN.') };
  }
}

interface PasskeyButtonProps {
  readonly intent: PurchaseIntent;
  /** Signed price, naira. */
  readonly price: number | undefined;
  readonly disabled: boolean;
  readonly onSigned: (signature: PasskeySignature) => void;
}

export default function PasskeyButton({ intent, price, disabled, onSigned }: PasskeyButtonProps) {
  const passkey = useDevicePasskey(price);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const dispatch = useDispatch();
  if (!passkey || price === undefined) return null;

  const use = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const signed = await sign(intent, passkey, price);
    setBusy(false);
    if ('signature' in signed) return onSigned(signed.signature);
    setProblem(signed.problem);
    if (signed.gone) {
      devicePasskeys.forget(passkey.id);
      dispatch(api.util.invalidateTags(['Passkeys']));
    }
  };

  return (
    <>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Button
        size="md"
        variant="default"
        fullWidth
        leftSection={<FingerprintIcon />}
        loading={busy}
        disabled={disabled}
        onClick={() => void use()}
      >
        {t('Use fingerprint or face')}
      </Button>
    </>
  );
}
