import { parentPort, workerData } from 'node:worker_threads';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import { startSandbox, type SandboxOptions, type WebhookUrls } from './start-sandbox.js';

export type SandboxMessage = { readonly stop: true } | { readonly webhookUrls: WebhookUrls };

export type SandboxReport = { readonly listening: true; readonly url: string } | { readonly failed: string };

const port = parentPort!;
const report = (news: SandboxReport): void => port.postMessage(news);

try {
  const sandbox = await startSandbox(workerData as SandboxOptions);
  port.on('message', (message: SandboxMessage) => {
    if ('webhookUrls' in message) sandbox.setWebhookUrls(message.webhookUrls);
    else void sandbox.stop().finally(() => port.close());
  });
  endOnFault({ base: { thread: 'sandbox' }, end: () => sandbox.stop() });
  report({ listening: true, url: sandbox.url });
} catch (error) {
  report({ failed: error instanceof Error ? error.message : String(error) });
  port.close();
}
