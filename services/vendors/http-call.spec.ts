import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Dispatcher, Pool } from 'undici';
import { callOnce, type Call, type CallResult } from './http-call.js';
import { openSendWindow } from './send-window.js';

/** Connection pool that passes the handlers of a call to `act`. */
const poolThat = (act: (handlers: Required<Dispatcher.DispatchHandlers>) => void): Pool =>
  ({
    dispatch(_options: unknown, handlers: Required<Dispatcher.DispatchHandlers>) {
      act(handlers);
      return true;
    },
  }) as unknown as Pool;

const call = { method: 'POST', path: '/api/pay', headers: [], body: '{}', timeoutMs: 1_000 } as const;

describe('callOnce', () => {
  it('refuses to write to a second connection', async () => {
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

  it('reports sent: false when the connection is refused', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    const result = await callOnce(
      poolThat(({ onError }) => onError(refused)),
      { ...call, headers: [] },
    );
    expect(result).toEqual({ answered: false, sent: false, reason: 'ECONNREFUSED' });
  });

  it('reads an answer without its byte order mark', async () => {
    const result = await callOnce(
      poolThat((handlers) => {
        handlers.onHeaders(200, [], () => undefined, 'OK');
        handlers.onData(Buffer.from('\ufeff{"a":'));
        handlers.onData(Buffer.from('1}'));
        handlers.onComplete([]);
      }),
      { ...call, headers: [] },
    );
    expect(result).toEqual({ answered: true, status: 200, body: '{"a":1}' });
  });

  describe('deadlines', () => {
    afterEach(() => void jest.useRealTimers());
    /** Starts a call and returns its handlers, for the test to act on. */
    function held(extra: Partial<Call> = {}): {
      result: Promise<CallResult>;
      handlers: Required<Dispatcher.DispatchHandlers>;
    } {
      jest.useFakeTimers();
      let handlers!: Required<Dispatcher.DispatchHandlers>;
      const result = callOnce(
        poolThat((given) => (handlers = given)),
        { ...call, headers: [], ...extra },
      );
      return { result, handlers };
    }

    it('applies one deadline to the whole answer, however slowly it comes', async () => {
      const { result, handlers } = held();
      handlers.onConnect((error) => handlers.onError(error!));
      jest.advanceTimersByTime(900);
      handlers.onHeaders(200, [], () => undefined, 'OK');
      handlers.onData(Buffer.from('{'));
      jest.advanceTimersByTime(100);
      expect(await result).toEqual({ answered: false, sent: true, reason: 'timeout' });
    });

    it('stops waiting for a connection when the window closes, and refuses a late one', async () => {
      const { result, handlers } = held({ window: openSendWindow(300) });
      jest.advanceTimersByTime(300);
      expect(await result).toEqual({ answered: false, sent: false, reason: 'no connection in time' });
      const refused: string[] = [];
      handlers.onConnect((error) => refused.push(error!.message));
      expect(refused).toEqual(['no connection in time']);
    });

    it('waits up to the timeout for a connection when there is no window', async () => {
      const { result } = held();
      jest.advanceTimersByTime(1_000);
      expect(await result).toEqual({ answered: false, sent: false, reason: 'no connection in time' });
    });

    it('refuses to write when the window closed while the process slept', async () => {
      let leftMs = 300;
      const { result, handlers } = held({ window: { leftMs: () => leftMs } });
      leftMs = 0;
      handlers.onConnect((error) => handlers.onError(error!));
      expect(await result).toEqual({ answered: false, sent: false, reason: 'claim too old' });
    });
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
