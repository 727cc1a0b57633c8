import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallAnswer, CallName } from '../../../services/contracts/calls.js';
import { type Text, textOf } from '../languages/language.js';
import { findOutSession } from './base-api.js';
import { call, WITHOUT_TOKEN, type CallBody, type CallOptions } from './call.js';
import { isSignedOut, type Failure } from './failure.js';

/** What a page says when the server did not say it. */
export interface SendTexts {
  /** The server answered no, without a sentence. */
  readonly refused: Text;
  /** No answer came back. */
  readonly broken: Text;
}

export interface Sending<Name extends CallName> {
  readonly busy: boolean;
  /** The sentence to show; undefined when nothing is wrong. */
  readonly error: string | undefined;
  readonly failure: Failure | undefined;
  /** Resolves with the answer, or with nothing when it failed; the failure is then shown. */
  readonly send: (body: CallBody<Name>) => Promise<CallAnswer<Name> | undefined>;
  /** Puts the last failure away, because what caused it is being corrected. */
  readonly clear: () => void;
}

/** The sentence without the name of the field it already stands under. */
const withoutField = (message: string): string => message.replace(/^\w+: /, '');

/** The sentence for one field of a form, when it is that field the server refused. */
export const errorOfField = (failure: Failure | undefined, field: string): string | undefined =>
  failure && (failure.field === field || failure.message.startsWith(`${field}: `))
    ? withoutField(failure.message)
    : undefined;

/** Sends one call of a form, once at a time, and keeps what came of it. Secrets pass through no action. */
export function useSend<Name extends CallName>(
  name: Name,
  texts: SendTexts,
  options?: Pick<CallOptions, 'id'>,
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
    const result = await call(name, body, options);
    running.current = false;
    setBusy(false);
    if ('data' in result) return result.data;
    setFailure(result.failure);
    // Whether the session is over. A wrong password of whoever logs in asks for no session: this browser may have that of somebody else.
    if (isSignedOut(result.failure) && !WITHOUT_TOKEN.has(name)) void findOutSession(dispatch);
    return undefined;
  };

  const error =
    failure && (failure.http === 0 ? textOf(texts.broken) : failure.message || textOf(texts.refused));
  return { busy, error, failure, send, clear: () => setFailure(undefined) };
}

/**
 * A random name of one thing that is sent: sent again under it, it is the same. `randomUUID` exists only on secure origins; a
 * wallet on a local network is not one.
 */
export function newKey(): string {
  const uuid = (crypto as Partial<Crypto>).randomUUID;
  if (uuid) return uuid.call(crypto);
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
