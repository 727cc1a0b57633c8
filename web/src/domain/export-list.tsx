import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  ADMIN_EXPORT_PATH,
  EXPORT_TOTAL_HEADER,
  type AdminExport,
} from '../../../services/contracts/admin/admin-histories.contract.js';
import { CSRF_HEADER } from '../../../services/contracts/calls.js';
import { api } from '../api/base-api.js';
import { csrfToken, read, unreachable } from '../api/call.js';
import { isSignedOut, type Failure } from '../api/failure.js';
import { Notice } from '../ui/feedback/notice.js';
import { count } from '../ui/format.js';
import { DownloadIcon } from '../ui/icons.js';
import { saveFile } from './download-link.js';

interface Progress {
  readonly rows: number;
  readonly total: string;
}

interface ExportListProps {
  readonly list: AdminExport;
  readonly narrowed: Readonly<Record<string, string>>;
}

const LINE_END = 10;
const BROKEN_OFF: Failure = {
  ...unreachable(),
  message: 'The file broke off. Nothing was saved; try again.',
};

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}

/** Never throws. */
async function fetchList(
  address: string,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<{ readonly data: Blob } | { readonly failure: Failure } | undefined> {
  let begun = false;
  try {
    const headers = { [CSRF_HEADER]: csrfToken() };
    const response = await fetch(address, { credentials: 'include', cache: 'no-store', headers, signal });
    if (!response.ok || !response.body) return read<never>(response, await response.text());
    begun = true;
    const total = response.headers.get(EXPORT_TOTAL_HEADER) ?? '';
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (let lines = -1; ;) {
      const { done, value } = await reader.read();
      if (done) return { data: new Blob(parts, { type: 'text/csv' }) };
      parts.push(value);
      lines += linesIn(value);
      onProgress({ rows: Math.max(0, lines), total });
    }
  } catch {
    if (signal.aborted) return undefined;
    return { failure: begun ? BROKEN_OFF : unreachable() };
  }
}

export function ExportList({ list, narrowed }: ExportListProps) {
  const [progress, setProgress] = useState<Progress>();
  const [said, setSaid] = useState<{ readonly problem?: string; readonly done?: string }>({});
  const running = useRef<AbortController>(undefined);
  const dispatch = useDispatch();
  useEffect(() => () => running.current?.abort(), []);

  const save = async (): Promise<void> => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    setSaid({});
    setProgress({ rows: 0, total: '' });
    const asked = new URLSearchParams(Object.entries(narrowed).filter(([, value]) => value !== ''));
    let rows = 0;
    const result = await fetchList(`${ADMIN_EXPORT_PATH}${list}.csv?${asked}`, stop.signal, (now) => {
      rows = now.rows;
      setProgress(now);
    });
    running.current = undefined;
    setProgress(undefined);
    if (!result) return setSaid({ done: 'Stopped. Nothing was saved.' });
    if ('data' in result) {
      saveFile(`${list}.csv`, result.data);
      return setSaid({ done: `${count(rows)} ${rows === 1 ? 'row' : 'rows'} saved.` });
    }
    if (isSignedOut(result.failure)) dispatch(api.util.invalidateTags(['AdminHistory', 'AdminFunding']));
    setSaid({ problem: result.failure.message || 'The file could not be made.' });
  };

  return (
    <>
      {progress ? (
        <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
          Stop the export
        </Button>
      ) : (
        <Button size="xs" variant="default" leftSection={<DownloadIcon />} onClick={() => void save()}>
          Export CSV
        </Button>
      )}
      <span role="status">{progress ? saidOf(progress) : (said.done ?? '')}</span>
      {said.problem ? <Notice tone="bad">{said.problem}</Notice> : null}
    </>
  );
}

function saidOf({ rows, total }: Progress): string {
  if (total === '') return 'Reading…';
  return total.endsWith('+')
    ? `${count(rows)} rows so far`
    : `${count(rows)} of ${count(Number(total))} rows`;
}
