import type { ApprovalRow } from '../../contracts/admin/money-desk.contract.js';
import { CALLS } from '../../contracts/calls.js';
import { eventually, send, signIn } from './callers.js';
import { newAdministrator } from './people.js';
import type { SharedProduct } from './shared-product.js';

/**
 * Approves a waiting change of prices, as a second administrator.
 * @param about part of its reason
 */
export async function agreeToPrices(
  product: Pick<SharedProduct, 'url' | 'folder'>,
  about: string,
): Promise<void> {
  const { email, password } = await newAdministrator(product, 'Eve', 'finance');
  const { headers } = await signIn(product.url, email, password, 'admin');
  const ask = async (name: 'approvals' | 'grantApproval', body: object) =>
    (await send(product.url + CALLS[name].path, 'POST', body, headers)).body;
  const waiting = async () =>
    ((await ask('approvals', { standing: 'waiting' }))['approvals'] as ApprovalRow[]).find(
      ({ work, reason }) => work === 'price' && reason.includes(about),
    );
  const row = await eventually(waiting, (found) => found !== undefined);
  const { standing } = await ask('grantApproval', { id: row?.id });
  if (standing !== 'applied') throw new Error(`The prices are ${String(standing)}`);
}
