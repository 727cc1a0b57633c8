import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import { publishTargetOf } from './seals/publish/publish-target.js';

const SEAL_EVERY_MS_MIN = 100;
const AUDIT_EVERY_MS_MIN = 1_000;

export const SEAL_SETTINGS = {
  SEAL_EVERY: Duration.pipe(z.number().min(SEAL_EVERY_MS_MIN, 'must be at least 100ms'))
    .prefault('10s')
    .describe('how often the ledger is sealed, if it has new events: its Merkle root is signed'),
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
      'where seals are published, for readers who do not trust this machine: a file outside DATA_DIR (a JSON line each) or an http(s) address (a POST each); default nowhere, and verification says *not anchored*',
    ),
};

export const AUDIT_SETTINGS = {
  AUDIT_EVERY: Duration.pipe(z.number().min(AUDIT_EVERY_MS_MIN, 'must be at least 1s'))
    .prefault('24h')
    .describe(
      'how often the ledger audits itself: verifies the log, compares every read model with it, and looks for unexplained money, in a thread of low priority',
    ),
  AUDIT_FIRST_AFTER: Duration.prefault('5m').describe('wait after a start before an audit that is due'),
};
