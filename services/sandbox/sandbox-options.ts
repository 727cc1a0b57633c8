import type { Config } from '../runtime/config.js';
import type { SandboxOptions } from './start-sandbox.js';

/** The sandbox that a configuration describes, telling its news to the server of the same configuration. */
export function sandboxOptions(config: Config): SandboxOptions {
  const host = /^(0\.0\.0\.0|::)$/.test(config.HOST) ? '127.0.0.1' : config.HOST;
  const server = config.SANDBOX_TELLS ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
  return {
    dataDir: config.dataDir,
    host: config.SANDBOX_HOST,
    reachable: !config.production,
    port: config.SANDBOX_PORT,
    latencyMs: config.SANDBOX_LATENCY_MS,
    reverseAfterMs: config.SANDBOX_REVERSE_AFTER,
    webhookUrls: {
      monnify: new URL('/webhooks/monnify', server).href,
      vtpass: new URL(`/webhooks/vtpass/${config.VTPASS_WEBHOOK_SECRET}`, server).href,
    },
    secrets: { monnifyApiKey: config.MONNIFY_API_KEY, monnifySecretKey: config.MONNIFY_SECRET_KEY },
  };
}
