import { SessionsUnavailable } from './session-store.js';

/** What Redis answers. @throws SessionsUnavailable when it does not: nobody may be let in, and nobody told to log in again */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new SessionsUnavailable('Redis did not answer', { cause: error });
  }
}
