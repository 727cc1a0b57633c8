import { expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { judgeVendors, type PauseRules } from '../../catalog/routing/automatic-pause.decider.js';
import { SEED } from '../../catalog/seed/seed.js';
import { ServiceAttempts } from './service-attempts.js';

const SECOND = 1_000;
const TIMEOUT = 50 * SECOND;
const DIES_AT = 600 * SECOND;
const RULES: PauseRules = {
  success: 0.2,
  attemptsMin: 20,
  windowMs: 600 * SECOND,
  unansweredMax: 10,
  silentMs: 20 * SECOND,
  float: 0n,
  probeAfterMs: 60 * SECOND,
};

/**
 * Sells one purchase a second. The vendor delivers each within 2 seconds for ten minutes, and answers nothing
 * afterwards.
 * @returns purchases that the dead vendor got until it was paused
 */
function fedWith(rules: PauseRules): number {
  const attempts = new ServiceAttempts();
  const tell = (type: string, at: number, number: number, more: object = {}): void =>
    attempts.apply({
      type,
      at: new Date(at).toISOString(),
      data: { userId: `c${number % 50}`, purchaseId: `p${number}`, attempt: 1, vendor: 1, ...more },
    } as unknown as RecordedEvent);
  const evidence = {
    tally: attempts.tally.bind(attempts),
    probes: attempts.probes.bind(attempts),
    silence: attempts.silence.bind(attempts),
    held: () => undefined,
  };
  const sellers = [{ code: 1, services: ['airtime'] as const }];
  for (let now = SECOND, number = 1; now < 2 * DIES_AT; now += SECOND, number += 1) {
    tell('PurchaseOpened', now, number, { service: 'airtime' });
    tell('AttemptStarted', now, number);
    if (now >= 2 * SECOND && now - 2 * SECOND < DIES_AT) tell('AttemptDelivered', now, number - 2);
    if (now - TIMEOUT >= DIES_AT)
      tell('AttemptOutcomeUnknown', now, number - TIMEOUT / SECOND, { reason: 'timeout' });
    if (judgeVendors(SEED, sellers, evidence, rules, now).length > 0) return number - DIES_AT / SECOND;
  }
  return Infinity;
}

it('a dead vendor gets 30 purchases, where the share of deliveries alone let it get hundreds', () => {
  expect(fedWith(RULES)).toBeLessThanOrEqual(30);
  expect(fedWith({ ...RULES, unansweredMax: 0 })).toBeGreaterThan(400);
});
