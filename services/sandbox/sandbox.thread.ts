import { parentPort, workerData } from 'node:worker_threads';
import { startSandbox, type SandboxOptions, type WebhookUrls } from './start-sandbox.js';

/** What the main thread tells this one. */
export type SandboxOrder = { readonly stop: true } | { readonly webhookUrls: WebhookUrls };

/** What this thread tells the main one: where it listens, or the one line that says why it does not. */
export type SandboxReport = { readonly listening: true; readonly url: string } | { readonly failed: string };

const port = parentPort!;
const report = (news: SandboxReport): void => port.postMessage(news);

try {
  const sandbox = await startSandbox(workerData as SandboxOptions);
  port.on('message', (order: SandboxOrder) => {
    if ('webhookUrls' in order) sandbox.setWebhookUrls(order.webhookUrls);
    else void sandbox.stop().finally(() => port.close());
  });
  report({ listening: true, url: sandbox.url });
} catch (error) {
  report({ failed: error instanceof Error ? error.message : String(error) });
  port.close();
}
