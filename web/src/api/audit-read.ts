import type { Dispatch } from '@reduxjs/toolkit';
import {
  AUDIT_PATHS,
  type AuditAnswer,
  type AuditRead,
} from '../../../services/contracts/admin/audit.contract.js';
import { findOutSession } from './base-api.js';
import { type CallResult, read, unreachable } from './call.js';
import { isSignedOut } from './failure.js';

export type AuditQuestion = Readonly<Record<string, string | number | undefined>>;

export function auditAddress(name: AuditRead, question: AuditQuestion): string {
  const rest = new Map(Object.entries(question));
  const path = AUDIT_PATHS[name]
    .split('/')
    .map((part) => {
      if (!part.startsWith(':')) return part;
      const value = rest.get(part.slice(1));
      rest.delete(part.slice(1));
      return encodeURIComponent(String(value));
    })
    .join('/');
  const asked = [...rest].flatMap(([field, value]) =>
    value === undefined || value === '' ? [] : [[field, String(value)]],
  );
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`;
}

/** Never throws. Errors are returned as a `Failure`. */
export async function auditRead<Name extends AuditRead>(
  name: Name,
  question: AuditQuestion,
  { signal, dispatch }: { readonly signal: AbortSignal; readonly dispatch: Dispatch },
): Promise<CallResult<AuditAnswer<Name>>> {
  const ask = async (): Promise<CallResult<AuditAnswer<Name>>> => {
    try {
      const response = await fetch(auditAddress(name, question), { credentials: 'include', signal });
      return read<AuditAnswer<Name>>(response, await response.text());
    } catch {
      return { failure: unreachable() };
    }
  };
  const result = await ask();
  // Repeat the call if the session is alive, because a login in another tab may have replaced the token.
  return 'failure' in result && isSignedOut(result.failure) && (await findOutSession(dispatch))
    ? ask()
    : result;
}
