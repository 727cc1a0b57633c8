import { z } from 'zod';
import { Duration } from '../../../infra/config/duration.js';

const EVERY_MS_MIN = 100;

/** How often the ledger is sealed. */
export const SEAL_SETTINGS = {
  SEAL_EVERY: Duration.pipe(z.number().min(EVERY_MS_MIN, 'must be at least 100ms'))
    .prefault('10s')
    .describe(
      'how often what is new in the ledger is sealed: signed, with everything before it, as one Merkle root',
    ),
};
