import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallAnswer, CallName } from '../../../services/contracts/calls.js';
import { type Text, textOf } from '../languages/language.js';
import { findOutSession } from './base-api.js';
import { call, WITHOUT_TOKEN, type CallBody, type CallOptions } from './call.js';
import { isSignedOut, type Failure } from './failure.js';

/** Texts that are shown when the server sends no message. */
export interface SendTexts {
  readonly refused: Text;
  readonly broken: Text;
}

export interface Sending<Name extends CallName> {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly failure: Failure | undefined;
  readonly send: (body: CallBody<Name>) => Promise<CallAnswer<Name> | undefined>;
  readonly clear: () => void;
}

/** Removes "field: " from the start of a message. The message is already shown below this field. */
const withoutField = (message: string): string => message.replace(/^\w+: /, '');

export const errorOfField = (failure: Failure | undefined, field: string): string | undefined =>
  failure && (failure.field === field || failure.message.startsWith(`${field}: `))
    ? withoutField(failure.message)
    : undefined;

/** Sends one call at a time. The result stays in the component, so that secrets do not enter the store. */
export function useSend<Name extends CallName>(
  name: Name,
  texts: SendTexts,
  options?: Pick<CallOptions, 'id'>,
  transport: typeof call = call,
): Sending<Name> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef(false);
  const dispatch = useDispatch();

  const send = async (body: CallBody<Name>): Promise<CallAnswer<Name> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const result = await transport(name, body, options);
    running.current = false;
    setBusy(false);
    if ('data' in result) return result.data;
    setFailure(result.failure);
    // Ignore a 401 for a call in `WITHOUT_TOKEN`, because it does not mean that this session has
    // ended.
    if (isSignedOut(result.failure) && !WITHOUT_TOKEN.has(name)) void findOutSession(dispatch);
    return undefined;
  };

  const error =
    failure && (failure.http === 0 ? textOf(texts.broken) : failure.message || textOf(texts.refused));
  return { busy, error, failure, send, clear: () => setFailure(undefined) };
}

/**
 * Makes an idempotency key. `randomUUID` is missing on pages without https, such as a server in a local
 * network.
 */
export function newKey(): string {
  const uuid = (crypto as Partial<Crypto>).randomUUID;
  if (uuid) return uuid.call(crypto);
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
