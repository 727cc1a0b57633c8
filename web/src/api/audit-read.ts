import type { Dispatch } from '@reduxjs/toolkit';
import {
  AUDIT_PATHS,
  type AuditAnswer,
  type AuditRead,
} from '../../../services/contracts/admin/audit.contract.js';
import { findOutSession } from './base-api.js';
import { type CallResult, read, unreachable } from './call.js';
import { isSignedOut } from './failure.js';

/** What is asked, by name. What the address has a place for goes there, the rest behind its question mark; '' is not asked. */
export type AuditQuestion = Readonly<Record<string, string | number | undefined>>;

/** Where a question is sent. */
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

/** Asks what auditors may read. Never throws: what went wrong comes back as a failure with a sentence for people. */
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
  // Another tab may have logged in again.
  return 'failure' in result && isSignedOut(result.failure) && (await findOutSession(dispatch))
    ? ask()
    : result;
}
