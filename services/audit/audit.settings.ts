import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import { publishTargetOf } from './seals/publish/publish-target.js';

const SEAL_EVERY_MS_MIN = 100;
const AUDIT_EVERY_MS_MIN = 1_000;

export const SEAL_SETTINGS = {
  SEAL_EVERY: Duration.pipe(z.number().min(SEAL_EVERY_MS_MIN, 'must be at least 100ms'))
    .prefault('10s')
    .describe(
      'how often what is new in the ledger is sealed: signed, with everything before it, as one Merkle root',
    ),
  SEAL_PUBLISH: z
    .string()
    .superRefine((text, context) => {
      try {
        publishTargetOf(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
      }
    })
    .optional()
    .describe(
      'where each seal is published, for whoever does not trust this machine: a file outside DATA_DIR that gets a JSON line each, or an http(s) address that each is posted to; default nowhere, and verification says *not anchored*',
    ),
};

export const AUDIT_SETTINGS = {
  AUDIT_EVERY: Duration.pipe(z.number().min(AUDIT_EVERY_MS_MIN, 'must be at least 1s'))
    .prefault('24h')
    .describe(
      'how often the whole log is verified, every read model is compared with it and unexplained money looked for, in a thread of low priority',
    ),
  AUDIT_FIRST_AFTER: Duration.prefault('5m').describe(
    'how long after a start that is done where the ledger holds no audit younger than AUDIT_EVERY',
  ),
};
