import { nowMs } from '../../infra/host/clock.js';
import { parkedCount, parkedNotes } from '../../infra/projections/parking.js';
import { SEAL_FACTS, sealFacts, sealNotes, type SealsHealth } from '../audit/seals/seal-health.js';
import type { Health } from '../runtime/health/health.js';
import { type FollowedLog, LOG_FACTS, logFacts } from '../runtime/health/log-facts.js';
import type { ProjectionWatch } from '../runtime/health/projection-watch.js';
import type { StoreWatch } from '../runtime/health/store-watch.js';
import type { Projecting } from './keep-projecting.js';

export interface ProjectorParts {
  readonly eventStore: FollowedLog;
  readonly answering: Pick<StoreWatch, 'problems'>;
  readonly projecting: Pick<Projecting, 'health'>;
  readonly projection: Pick<ProjectionWatch, 'problems' | 'lastPosition' | 'projected'>;
  readonly standsBy: () => boolean;
  readonly seals: () => SealsHealth;
}

export const PROJECTOR_FACTS = {
  parked: 'People and streams whose rows stand still; /readyz says whose.',
  projects: '1 in the projector that fills the read models.',
  stands_by: '1 in a projector that waits to take over.',
  position: 'Last event that every read model holds.',
  projection_lag: 'Events that read models do not hold yet.',
  ...LOG_FACTS,
  ...SEAL_FACTS,
} as const;

export function projectorHealth({
  eventStore,
  answering,
  projecting,
  projection,
  standsBy,
  seals,
}: ProjectorParts): Health {
  return {
    meanings: PROJECTOR_FACTS,
    problems() {
      const halted = projecting
        .health()
        .flatMap(({ view, halted }) =>
          halted ? [`view ${view} halted at ${halted.position}: ${halted.reason}`] : [],
        );
      return [...answering.problems(), ...halted, ...(standsBy() ? [] : projection.problems())];
    },
    notes: () => [...parkedNotes(projecting.health()), ...sealNotes(seals())],
    facts: (): Record<keyof typeof PROJECTOR_FACTS, number | boolean | null> => ({
      parked: parkedCount(projecting.health()),
      projects: projecting.health().length > 0,
      stands_by: standsBy(),
      position: projection.projected,
      projection_lag: Math.max(0, projection.lastPosition - projection.projected),
      ...logFacts(eventStore),
      ...sealFacts(seals(), projection.lastPosition, nowMs()),
    }),
  };
}
