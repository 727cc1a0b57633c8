import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work takes for any email, with an account or without. */
const ANSWER_AFTER_MS = 300;

/** Answers, or refuses, no sooner than after a fixed time: how long it took tells nobody which emails have an account. */
export async function inTheSameTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const [done] = await Promise.allSettled([work(), sleep(ANSWER_AFTER_MS)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
