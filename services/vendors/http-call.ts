import type { Dispatcher, Pool } from 'undici';
import { startTimer, type Timer } from '../../infra/host/timers.js';
import type { SendWindow } from './send-window.js';

/** One HTTP exchange: what the other side said, or why it said nothing. `sent` is false only when not one byte left. */
export type CallResult =
  | { readonly answered: true; readonly status: number; readonly body: string }
  | { readonly answered: false; readonly sent: boolean; readonly reason: string };

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body?: string;
  /** From the first byte sent to the last byte of the answer. */
  readonly timeoutMs: number;
  /** No byte leaves once it is closed. Without one, a connection is waited for as long as for an answer. */
  readonly window?: SendWindow;
  /** More than this is not an answer; default 256 KiB. */
  readonly answerBytesMax?: number;
}

/** A vendor's answer to a purchase is a few hundred bytes. */
const ANSWER_BYTES_MAX = 256 * 1024;

/**
 * Sends one request at most once and never throws. undici tells a handler right before it writes to the socket, so
 * "nothing was sent" is known and not guessed from an error code, and a second write of the same request is refused, as is
 * the first when the window has closed while a connection was waited for.
 */
export function callOnce(pool: Pool, call: Call): Promise<CallResult> {
  return new Promise((resolve) => {
    const { timeoutMs, window, answerBytesMax = ANSWER_BYTES_MAX } = call;
    let sent = false;
    let ended = false;
    let status = 0;
    let bytes = 0;
    let chunks: Buffer[] = [];
    /** Of the wait for a connection, then of the whole exchange. */
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
        // One deadline for everything: an answer that trickles in is no reason to wait longer.
        timer = startTimer(() => abort(new Error('timeout')), timeoutMs);
      },
      onHeaders(statusCode) {
        status = statusCode;
        return true;
      },
      onData(chunk) {
        bytes += chunk.length;
        if (bytes > answerBytesMax) abort(new Error('answer too long'));
        else chunks.push(chunk);
        return true;
      },
      onComplete() {
        const body = chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks, bytes).toString();
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
          // The deadline above is the only one.
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

/** A short word for events and logs: an error's message may quote the request, its code never does. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect timeout';
  if (typeof code === 'string' && code !== 'UND_ERR_ABORTED') return code;
  return error instanceof Error && /^[a-z ]{1,40}$/.test(error.message) ? error.message : 'connection failed';
}
