import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work takes for any email, with an account or without, where nothing else holds it up. */
const ANSWER_EVERY_MS = 300;

/**
 * Answers, or refuses, only at whole multiples of a fixed time: how long it took tells nobody which emails have an account,
 * also on a machine that is so busy that the first of those moments has passed.
 */
export async function withConstantDuration<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const began = performance.now();
  const [done] = await Promise.allSettled([work()]);
  const spent = performance.now() - began;
  await sleep(Math.max(1, Math.ceil(spent / ANSWER_EVERY_MS)) * ANSWER_EVERY_MS - spent);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
