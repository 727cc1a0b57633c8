import { describe, expect, it } from '@jest/globals';
import type { Dispatcher, Pool } from 'undici';
import { callOnce } from './http-call.js';

/** A pool that does to the handler what the test says. */
const poolThat = (act: (handlers: Required<Dispatcher.DispatchHandlers>) => void): Pool =>
  ({
    dispatch(_options: unknown, handlers: Required<Dispatcher.DispatchHandlers>) {
      act(handlers);
      return true;
    },
  }) as unknown as Pool;

const call = { method: 'POST', path: '/api/pay', headers: [], body: '{}', timeoutMs: 1_000 } as const;

describe('one call', () => {
  it('is not written to a second connection', async () => {
    const aborted: string[] = [];
    const result = await callOnce(
      poolThat((handlers) => {
        handlers.onConnect(() => undefined);
        handlers.onConnect((error) => {
          aborted.push(error!.message);
          handlers.onError(error!);
        });
      }),
      { ...call, headers: [] },
    );
    expect(aborted).toEqual(['refused to send twice']);
    expect(result).toEqual({ answered: false, sent: true, reason: 'refused to send twice' });
  });

  it('is not sent when it fails before the connection is written to', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    const result = await callOnce(
      poolThat(({ onError }) => onError(refused)),
      { ...call, headers: [] },
    );
    expect(result).toEqual({ answered: false, sent: false, reason: 'ECONNREFUSED' });
  });

  it('gives a reason that quotes nothing of the request', async () => {
    const odd = new Error('Invalid header value: secret-of-the-merchant');
    const thrown = await callOnce(
      poolThat(() => {
        throw odd;
      }),
      { ...call, headers: [] },
    );
    expect(thrown).toEqual({ answered: false, sent: false, reason: 'connection failed' });
  });
});
