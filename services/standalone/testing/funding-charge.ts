import { CALLS } from '../../contracts/calls.js';
import { send, type SignedIn } from './callers.js';

/**
 * Sets the charge on payments and removes the bank account for manual funding, as in a new ledger.
 * @param finance an administrator with that permission
 */
export async function setFundingCharge(url: string, finance: SignedIn, naira: number): Promise<void> {
  const post = (path: string, body: object) => send(url + path, 'POST', body, finance.headers);
  const { version } = (await post(CALLS.moneyDesk.path, {})).body['terms'] as { version: number };
  const { status, body } = await post(CALLS.setFundingTerms.path, { monify_charges: naira, version });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
}
