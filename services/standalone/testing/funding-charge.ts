import { CALLS } from '../../contracts/calls.js';
import { eventually, send, type SignedIn } from './callers.js';

/**
 * Sets the charge on payments and removes the bank account for manual funding, as in a new ledger.
 * @param finance an administrator with that permission
 * @param second another administrator with that permission, who agrees to a higher charge
 */
export async function setFundingCharge(
  url: string,
  [finance, second]: readonly [SignedIn, SignedIn],
  naira: number,
): Promise<void> {
  const post = async (path: string, body: object, { headers } = finance) => {
    const answer = await send(url + path, 'POST', body, headers);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const terms = async () =>
    (await post(CALLS.moneyDesk.path, {}))['terms'] as { version: number; monify_charges: number };
  const { version } = await terms();
  const wanted = { monify_charges: naira, version, confirm: true };
  if ((await post(CALLS.setFundingTerms.path, wanted))['outcome'] !== 'waiting') return;
  const waiting = async () => {
    const { approvals } = await post(CALLS.approvals.path, { standing: 'waiting' }, second);
    const rows = approvals as readonly { readonly id: string; readonly work: string }[];
    return rows.find(({ work }) => work === 'bank-account');
  };
  const row = await eventually(waiting, (found) => found !== undefined);
  await post(CALLS.grantApproval.path, { id: row?.id }, second);
  await eventually(terms, (now) => now.monify_charges === naira);
}
