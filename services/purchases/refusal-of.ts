import { RuleBroken } from '../contracts/errors.js';

/**
 * The rule that something breaks, kept for later: an order that was accepted before is answered again, whatever became of
 * look-ups and prices since. @throws everything else
 */
export async function refusalOf(work: () => unknown): Promise<RuleBroken | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error;
    throw error;
  }
}
