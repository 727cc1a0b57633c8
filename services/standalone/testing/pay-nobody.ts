import { randomUUID } from 'node:crypto';
import { send } from './callers.js';

const KEY = 'sandbox-api-key:sandbox-secret-key';

/** Pays naira into a reserved account without a customer. @returns the reference of the payment */
export async function payNobody(sandboxUrl: string, amount: number): Promise<string> {
  const login = await send(`${sandboxUrl}/api/v1/auth/login`, 'POST', '', {
    authorization: `Basic ${Buffer.from(KEY).toString('base64')}`,
    'content-type': 'text/plain',
  });
  const { accessToken } = login.body['responseBody'] as { accessToken: string };
  const reserved = await send(
    `${sandboxUrl}/api/v2/bank-transfer/reserved-accounts`,
    'POST',
    {
      accountReference: `nobody-${randomUUID()}`,
      accountName: 'Nobody',
      currencyCode: 'NGN',
      contractCode: '0',
      customerEmail: 'nobody@demo.test',
      customerName: 'Nobody',
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
