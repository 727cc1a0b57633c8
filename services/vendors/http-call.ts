import type { Dispatcher, Pool } from 'undici';
import { startTimer, type Timer } from '../../infra/host/timers.js';
import type { SendWindow } from './send-window.js';

/** `sent` is false only when it is certain that no byte was sent. */
export type CallResult =
  | { readonly answered: true; readonly status: number; readonly body: string }
  | { readonly answered: false; readonly sent: boolean; readonly reason: string };

/**
 * Answer of a vendor as received, for the command `vendors check`. Never store `body`, because it may contain
 * a customer's name.
 */
export interface HeardAnswer {
  readonly status: number;
  readonly body: string;
  /** Time of the vendor's clock in Unix ms, taken from the header `Date`. */
  readonly date?: number;
}

export type OnAnswer = (answer: HeardAnswer) => void;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: string[];
  readonly body?: string;
  /** Maximum milliseconds between the first byte of the request and the last byte of the answer. */
  readonly timeoutMs: number;
  /** Period in which the request may be sent. No byte is sent after the end of the period. */
  readonly window?: SendWindow;
  /** Maximum number of bytes in an answer. Default: 256 KiB. A call with a longer answer fails. */
  readonly answerBytesMax?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

const utf8 = new TextDecoder();
const ANSWER_BYTES_MAX = 256 * 1024;

/**
 * Sends a request at most once. Never throws an error. `sent` is always right, because `onConnect`
 * sets it directly before the first byte is sent.
 */
export function callOnce(pool: Pool, call: Call): Promise<CallResult> {
  return new Promise((resolve) => {
    const { timeoutMs, window, answerBytesMax = ANSWER_BYTES_MAX } = call;
    let sent = false;
    let ended = false;
    let status = 0;
    let date: number | undefined;
    let bytes = 0;
    let chunks: Buffer[] = [];
    let timer: Timer | undefined;
    let abort: (error: Error) => void = () => undefined;
    const end = (result: CallResult): void => {
      ended = true;
      timer?.cancel();
      chunks = [];
      resolve(result);
    };

    const handlers: Dispatcher.DispatchHandlers = {
      onConnect(abortCall) {
        if (sent) return abortCall(new Error('refused to send twice'));
        if (ended) return abortCall(new Error('no connection in time'));
        if (window && window.leftMs() <= 0) return abortCall(new Error('claim too old'));
        sent = true;
        abort = abortCall;
        timer?.cancel();
        timer = startTimer(() => abort(new Error('timeout')), timeoutMs);
      },
      onHeaders(statusCode, headers) {
        status = statusCode;
        if (call.onAnswer) date = dateOf(headers);
        return true;
      },
      onData(chunk) {
        bytes += chunk.length;
        if (bytes > answerBytesMax) abort(new Error('answer too long'));
        else chunks.push(chunk);
        return true;
      },
      onComplete() {
        // Use `TextDecoder`, because it drops a byte order mark.
        const body = utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, bytes));
        call.onAnswer?.({ status, body, ...(date !== undefined && { date }) });
        end({ answered: true, status, body });
      },
      onError(error) {
        end({ answered: false, sent, reason: reasonOf(error) });
      },
    };
    try {
      pool.dispatch(
        {
          path: call.path,
          method: call.method,
          headers: call.headers,
          body: call.body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handlers,
      );
    } catch (error) {
      end({ answered: false, sent, reason: reasonOf(error) });
    }
    if (!sent && !ended) {
      const waitMs = window ? window.leftMs() : timeoutMs;
      timer = startTimer(() => end({ answered: false, sent, reason: 'no connection in time' }), waitMs);
    }
  });
}

/** @param headers name and value of each header, one after the other */
function dateOf(headers: readonly Buffer[] | null): number | undefined {
  const at =
    headers?.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'date') ?? -1;
  const date = at < 0 ? NaN : Date.parse(String(headers![at + 1]));
  return Number.isNaN(date) ? undefined : date;
}

/** Returns only the `code` of an error, because its message may contain parts of the request. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect timeout';
  if (typeof code === 'string' && code !== 'UND_ERR_ABORTED') return code;
  return error instanceof Error && /^[a-z ]{1,40}$/.test(error.message) ? error.message : 'connection failed';
}
