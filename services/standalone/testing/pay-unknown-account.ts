import { randomUUID } from 'node:crypto';
import { UNCLEAR_ACCOUNTS } from '../../sandbox/monnify/answers.js';
import { send } from './callers.js';

const KEY = 'sandbox-api-key:sandbox-secret-key';

/** Pays naira into a reserved account without a customer. @returns the reference of the payment */
export const payUnknownAccount = (sandboxUrl: string, amount: number): Promise<string> =>
  pay(sandboxUrl, amount, 'unknown-');

/** Pays in such a way that the provider confirms no certain amount. @returns the reference of the payment */
export const payUnclearly = (sandboxUrl: string, amount: number): Promise<string> =>
  pay(sandboxUrl, amount, UNCLEAR_ACCOUNTS);

async function pay(sandboxUrl: string, amount: number, prefix: string): Promise<string> {
  const login = await send(`${sandboxUrl}/api/v1/auth/login`, 'POST', '', {
    authorization: `Basic ${Buffer.from(KEY).toString('base64')}`,
    'content-type': 'text/plain',
  });
  const { accessToken } = login.body['responseBody'] as { accessToken: string };
  const reserved = await send(
    `${sandboxUrl}/api/v2/bank-transfer/reserved-accounts`,
    'POST',
    {
      accountReference: `${prefix}${randomUUID()}`,
      accountName: 'Unknown',
      currencyCode: 'NGN',
      contractCode: '0',
      customerEmail: 'unknown@demo.test',
      customerName: 'Unknown',
    },
    { authorization: `Bearer ${accessToken}` },
  );
  const { accounts } = reserved.body['responseBody'] as { accounts: { accountNumber: string }[] };
  const paid = await send(`${sandboxUrl}/transfers`, 'POST', {
    accountNumber: accounts[0]!.accountNumber,
    amount,
  });
  return String(paid.body['transactionReference']);
}
