import { request, type Dispatcher } from 'undici';

export interface Webhook {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `isSuccess`. */
  readonly accepted?: (status: number, body: string) => boolean;
}

export interface WebhookSender {
  send(webhook: Webhook): Promise<'accepted' | 'given up'>;
  stop(): void;
}

const TIMEOUT_MS = 10_000;

/**
 * Milliseconds between the tries to post a webhook. Real vendors wait for minutes, which is too long for a
 * person who watches the sandbox.
 */
export const RETRY_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/**
 * Posts webhooks in no fixed order. Like real vendors, the sandbox repeats each webhook until the
 * server accepts it.
 */
export function webhookSender(waitsMs: readonly number[], dispatcher: Dispatcher): WebhookSender {
  const stopped = new AbortController();
  return {
    async send(webhook) {
      for (const waitMs of [...waitsMs, undefined]) {
        if (stopped.signal.aborted) return 'given up';
        if (await post(webhook, dispatcher)) return 'accepted';
        if (waitMs !== undefined) await pause(waitMs, stopped.signal);
      }
      return 'given up';
    },
    stop: () => stopped.abort(),
  };
}

async function post(
  { url, body, headers, accepted = isSuccess }: Webhook,
  dispatcher: Dispatcher,
): Promise<boolean> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      dispatcher,
    });
    return accepted(answer.statusCode, await answer.body.text());
  } catch {
    return false; // the next attempt may succeed
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
