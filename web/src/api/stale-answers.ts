import type { Action, Dispatch, ThunkDispatch } from '@reduxjs/toolkit';
import { ownEntry } from '../../../services/contracts/own-entry.js';
import { api, hearAnswers, tellCopyShown } from './base-api.js';
import { isUnanswered } from './failure.js';

const AGAIN_AFTER_MS = 10_000;

interface Stale {
  /** What of the cache it was read for. */
  readonly cached: string;
  /** When the copy that is shown was read, milliseconds since 1970; undefined where what is shown is no copy. */
  readonly savedAt: number | undefined;
}
const questions = new Map<string, Stale>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells when the oldest of the copies that are shown was read. */
function tell(): void {
  const copies = [...questions.values()].flatMap(({ savedAt }) => savedAt ?? []);
  tellCopyShown(copies.length === 0 ? undefined : Math.min(...copies));
}

/** False when nobody looks at it any more. */
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

/** A question of the cache, whatever it is about. */
interface Askable {
  readonly initiate: (
    asked: unknown,
    how: { readonly subscribe: false; readonly forceRefetch: true },
  ) => unknown;
}

/** The part of the store that the cache keeps. */
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
 * Questions that got no answer while something older is shown for them, what was read before or a copy that this device kept, are
 * asked again until they are answered: an old balance does not stay on the screen as if it were today's. A part of its own, which
 * the pages of somebody signed in load once they are drawn. Said last, since what failed before is told at once.
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
    if (!isUnanswered(failure) || signal.aborted || !isOlderShown) questions.delete(question);
    else {
      // A copy stays one, whatever comes in place of an answer since.
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
