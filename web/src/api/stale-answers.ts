import type { Action, Dispatch, ThunkDispatch } from '@reduxjs/toolkit';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { api, hearAnswers, tellCopyShown } from './base-api.js';
import { mayBeAnsweredLater } from './failure.js';

const AGAIN_AFTER_MS = 10_000;

interface Stale {
  readonly cached: string;
  readonly savedAt: number | undefined;
}
const questions = new Map<string, Stale>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tell(): void {
  const copies = [...questions.values()].flatMap(({ savedAt }) => savedAt ?? []);
  tellCopyShown(copies.length === 0 ? undefined : Math.min(...copies));
}

const askAgain = (cached: string, dispatch: Dispatch): boolean =>
  (dispatch as ThunkDispatch<unknown, unknown, Action>)((_, getState) => {
    const asked = queryOf(getState(), cached);
    const endpoint = ownEntry(
      api.endpoints as Readonly<Record<string, Askable | undefined>>,
      asked?.endpointName ?? '',
    );
    const { getSubscriptionCount } = dispatch(
      api.internalActions.internal_getRTKQSubscriptions(),
    ) as unknown as { readonly getSubscriptionCount: (cached: string) => number };
    if (!asked || !endpoint || getSubscriptionCount(cached) === 0) return false;
    void dispatch(endpoint.initiate(asked.originalArgs, { subscribe: false, forceRefetch: true }) as never);
    return true;
  });

interface Askable {
  readonly initiate: (
    asked: unknown,
    how: { readonly subscribe: false; readonly forceRefetch: true },
  ) => unknown;
}

interface CachedQueries {
  readonly api: { readonly queries: Readonly<Record<string, CachedQuery | undefined>> };
}
interface CachedQuery {
  readonly endpointName?: string;
  readonly originalArgs?: unknown;
  readonly data?: unknown;
}

const queryOf = (state: unknown, question: string): CachedQuery | undefined =>
  ownEntry((state as CachedQueries).api.queries, question);

/**
 * Repeats unanswered read calls while older data is on screen, because an old balance could look like the
 * current balance. Call `hearAnswers` at the end of the file, because `failed` may run at once and uses the
 * variables above.
 */
hearAnswers({
  answered: (question) => {
    questions.delete(question);
    tell();
  },
  failed: (
    question,
    { failure, savedAt, asked: { dispatch, getState, signal, queryCacheKey: cached = '' } },
  ) => {
    const isOlderShown = savedAt !== undefined || queryOf(getState(), cached)?.data !== undefined;
    if (!mayBeAnsweredLater(failure) || signal.aborted || !isOlderShown) questions.delete(question);
    else {
      questions.set(question, { cached, savedAt: savedAt ?? questions.get(question)?.savedAt });
      timer ??= setTimeout(() => {
        timer = undefined;
        const again = new Set([...questions.values()].map((stale) => stale.cached));
        const left = new Set([...again].filter((each) => !askAgain(each, dispatch)));
        for (const [each, stale] of questions) if (left.has(stale.cached)) questions.delete(each);
        tell();
      }, AGAIN_AFTER_MS);
    }
    tell();
  },
});
