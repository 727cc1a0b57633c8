import type { Dispatcher, Pool } from 'undici';

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
  readonly timeoutMs: number;
}

/** A vendor's answer is a few hundred bytes; more than this is not an answer. */
const ANSWER_BYTES_MAX = 256 * 1024;

/**
 * Sends one request at most once and never throws. undici tells a handler right before it writes to the socket, so
 * "nothing was sent" is known and not guessed from an error code, and a second write of the same request is refused.
 */
export function callOnce(pool: Pool, call: Call): Promise<CallResult> {
  return new Promise((resolve) => {
    const { timeoutMs } = call;
    let sent = false;
    let status = 0;
    let bytes = 0;
    let chunks: Buffer[] = [];
    let deadline = 0;
    let abort: (error: Error) => void = () => undefined;

    const handlers: Dispatcher.DispatchHandlers = {
      onConnect(abortCall) {
        if (sent) return abortCall(new Error('refused to send twice'));
        sent = true;
        abort = abortCall;
        deadline = performance.now() + timeoutMs;
      },
      onHeaders(statusCode) {
        status = statusCode;
        return true;
      },
      onData(chunk) {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES_MAX) abort(new Error('answer too long'));
        else if (performance.now() > deadline) abort(new Error('timeout'));
        else chunks.push(chunk);
        return true;
      },
      onComplete() {
        const body = chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks, bytes).toString();
        resolve({ answered: true, status, body });
      },
      onError(error) {
        chunks = [];
        resolve({ answered: false, sent, reason: reasonOf(error) });
      },
    };
    try {
      pool.dispatch(
        {
          path: call.path,
          method: call.method,
          headers: call.headers,
          body: call.body ?? null,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        },
        handlers,
      );
    } catch (error) {
      resolve({ answered: false, sent, reason: reasonOf(error) });
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
