import { z } from 'zod';
import { Duration } from '../../../infra/config/duration.js';

const EVERY_MS_MIN = 1_000;

/** How often the ledger is looked through without anybody asking. */
export const AUDIT_SETTINGS = {
  AUDIT_EVERY: Duration.pipe(z.number().min(EVERY_MS_MIN, 'must be at least 1s'))
    .prefault('24h')
    .describe(
      'how often the whole log is verified, every read model is compared with it and unexplained money looked for, in a thread of low priority',
    ),
  AUDIT_FIRST_AFTER: Duration.prefault('5m').describe(
    'how long after a start that is done where the ledger holds no audit younger than AUDIT_EVERY',
  ),
};
