import { z } from 'zod';
import { Duration } from '../../../infra/config/duration.js';
import { publishTargetOf } from './publish/publish-target.js';

const EVERY_MS_MIN = 100;

/** How often the ledger is sealed, and who else is told. */
export const SEAL_SETTINGS = {
  SEAL_EVERY: Duration.pipe(z.number().min(EVERY_MS_MIN, 'must be at least 100ms'))
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
