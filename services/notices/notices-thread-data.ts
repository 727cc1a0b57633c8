import type { Config } from '../../infra/config/config.js';

export interface NoticesThreadData {
  /** The ledger, the keys of people (both read only) and the checkpoints. */
  readonly dirs: { readonly events: string; readonly keys: string; readonly snapshots: string };
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'sandboxUrl' | 'LOG_LEVEL' | 'secretsDir'>;
  readonly commitSignal: SharedArrayBuffer | undefined;
  readonly rush: SharedArrayBuffer;
}
