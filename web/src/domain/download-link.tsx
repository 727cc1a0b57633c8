import { useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { CSRF_HEADER } from '../../../services/contracts/calls.js';
import { api } from '../api/base-api.js';
import { csrfToken, read, unreachable, type CallResult } from '../api/call.js';
import { isSignedOut } from '../api/failure.js';
import { t } from '../languages/language.js';
import { DownloadIcon } from '../ui/icons.js';

interface ServerFile {
  readonly name: string;
  readonly content: Blob;
}

const NAME = /filename="([^"]+)"/;

/** Fetches a file, and never throws. A plain link would save an error message of the server as the file. */
async function download(address: string): Promise<CallResult<ServerFile>> {
  try {
    const response = await fetch(address, {
      credentials: 'include',
      cache: 'no-store',
      headers: { [CSRF_HEADER]: csrfToken() },
    });
    const name = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1];
    if (response.ok && name) return { data: { name, content: await response.blob() } };
    const refusal = read<{ readonly message?: string }>(response, await response.text());
    if ('failure' in refusal) return refusal;
    // The `message` of an answer without a file says why the file is not ready.
    return { failure: { http: response.status, code: 'UNREADABLE', message: refusal.data.message ?? '' } };
  } catch {
    return { failure: unreachable() };
  }
}

interface DownloadLinkProps {
  readonly href: string;
  readonly onOutcome: (outcome: DownloadOutcome | undefined) => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export type DownloadOutcome = { readonly saved: ServerFile } | { readonly problem: string };

export function DownloadLink({ href, onOutcome, disabled = false, children }: DownloadLinkProps) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const dispatch = useDispatch();
  const save = async (): Promise<void> => {
    if (running.current || disabled) return;
    running.current = true;
    setBusy(true);
    onOutcome(undefined);
    const result = await download(href);
    running.current = false;
    setBusy(false);
    if ('data' in result) {
      saveFile(result.data.name, result.data.content);
      return onOutcome({ saved: result.data });
    }
    if (isSignedOut(result.failure)) dispatch(api.util.invalidateTags(['Wallet']));
    onOutcome({ problem: result.failure.message.replace(/^\w+: /, '') || t('The file could not be made.') });
  };
  return (
    <a
      href={href}
      download
      aria-busy={busy || undefined}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DownloadIcon /> {children}
    </a>
  );
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
