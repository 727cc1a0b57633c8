import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../sandbox/start-sandbox.js';
import type { Sandbox } from '../sandbox/start-sandbox.js';
import { openPeople } from '../customers/testing/people.js';
import { until } from '../../infra/testing/until.js';
import { openFunding, SECRET } from './testing/open-funding.js';

const PROVIDERS = ['monnify', 'paystack'] as const;
type Fixture = Awaited<ReturnType<typeof openFunding>>;

describe('a bank transfer through the sandbox', () => {
  let sandbox: Sandbox;
  let receiver: Server;
  let fixture: Fixture;
  let received = 0;

  beforeEach(async () => {
    received = 0;
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received += 1;
        const code = request.url === '/webhooks/paystack' ? 'paystack' : 'monnify';
        const header = code === 'paystack' ? 'x-paystack-signature' : 'monnify-signature';
        const signature = request.headers[header] as string | undefined;
        fixture.funding.receiveWebhook(code, Buffer.concat(chunks), signature).then(
          () => response.writeHead(200).end(),
          () => response.writeHead(401).end(),
        );
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const people = await openPeople();
    const { port } = receiver.address() as AddressInfo;
    const urlOf = (code: string): string => `http://127.0.0.1:${port}/webhooks/${code}`;
    sandbox = await startSandbox({
      dataDir: people.dir,
      port: 0,
      latencyMs: 0,
      webhookRetryWaitsMs: [50],
      webhookUrls: { monnify: urlOf('monnify'), paystack: urlOf('paystack') },
      secrets: { monnifyApiKey: people.config.MONNIFY_API_KEY, monnifySecretKey: SECRET },
    });
    const config = { ...people.config, FUNDING_PROVIDERS: [...PROVIDERS], sandboxUrl: sandbox.url };
    fixture = await openFunding({ config }, people);
    await fixture.reserve();
  });
  afterEach(async () => {
    await sandbox.stop();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await fixture.remove();
  });

  const transfer = async (provider: string, amount: number, more: object = {}): Promise<string> => {
    const user = await fixture.people.users.byId(fixture.userId);
    const reserved = user?.reservedAccounts.find((one) => one.provider === provider);
    const accountNumber = reserved?.bankAccounts[0]?.accountNumber;
    const answer = await fetch(`${sandbox.url}/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountNumber, amount, ...more }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { transactionReference: string }).transactionReference;
  };

  it.each(PROVIDERS)('arrives by a webhook of %s, once despite duplicates', async (provider) => {
    await transfer(provider, 1_500.5, { duplicates: 4 });
    await until(async () => (await fixture.available()) === 150_050n);
    await until(() => received >= 5);
    await until(() => fixture.funding.isCaughtUp());
    expect(await fixture.available()).toBe(150_050n);
    expect((await fixture.types()).filter((type) => type === 'WalletFunded')).toHaveLength(1);
  });

  it.each(PROVIDERS)('arrives by the sweep when the webhook of %s is lost', async (provider) => {
    // The first sweep has ended, or finds the payment too.
    await transfer(provider, 2_000, { loseWebhook: true });
    expect(await fixture.funding.sweep()).toBe(1);
    await until(async () => (await fixture.available()) === 200_000n);
    expect(received).toBe(0);
  });
});
