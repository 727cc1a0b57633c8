import { afterEach, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { api } from '../../api/base-api.js';
import { store } from '../store.js';
import answers from '../testing/administrator-answers.json' with { type: 'json' };
import { callsOf, serve, type Answers, type Refusal } from '../testing/fake-server.js';
import { field, openPage } from '../testing/render-page.js';

const LONG_PAUSE_MS = 10_000;

afterEach(() => void jest.restoreAllMocks());

it.each<Refusal>([
  { refused: 429, code: 'RATE_LIMITED', message: 'Too many requests.' },
  { refused: 503, code: 'OVERLOADED', message: 'Very busy.' },
])('asks again for shown data after a refusal of status $refused', async (refusal) => {
  await openPage('/money-desk?do=terms', { as: 'administrator' });
  await field('Charge per transfer');
  const later = window.setTimeout;
  let again: TimerHandler | undefined;
  jest.spyOn(window, 'setTimeout').mockImplementation(((
    work: TimerHandler,
    ms?: number,
    ...given: unknown[]
  ) => {
    if (ms === LONG_PAUSE_MS) again = work;
    return later(work, ms, ...given);
  }) as typeof window.setTimeout);
  const before = callsOf('moneyDesk').length;
  serve({ moneyDesk: refusal });
  store.dispatch(api.util.invalidateTags(['Terms']));
  await waitFor(() => expect(callsOf('moneyDesk').length).toBe(before + 1));
  const { terms } = answers.moneyDesk;
  serve({
    moneyDesk: {
      ...answers.moneyDesk,
      terms: { ...terms, version: terms.version + 1, monify_charges: 35.5 },
    },
  } as unknown as Answers);
  await waitFor(() => expect(again).toBeInstanceOf(Function));
  (again as () => void)();
  await waitFor(async () => expect((await field('Charge per transfer')).value).toBe('35.5'));
});
