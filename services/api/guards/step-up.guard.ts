import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { nowMs } from '../../../infra/host/clock.js';
import { type Act, ACTS } from '../../administrators/acts/acts.js';
import { RuleBroken } from '../../contracts/errors.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { isYounger } from '../../contracts/stored-times.js';
import { rulesOf } from './route-rules.js';

/** Milliseconds. The text of `STEP_UP_REQUIRED` states the same time. */
export const PROOF_LASTS_MS = 15 * 60_000;

const ACTS_BY_NAME: Readonly<Record<string, Act>> = ACTS;

/**
 * Refuses acts with `stepUp` when the administrator's last proof (sign-in or `proveAgain`) in this session is
 * older than `PROOF_LASTS_MS`.
 */
@Injectable()
export class StepUpGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { caller } = request;
    const { call } = rulesOf(request);
    // Customers use the calls of `HOUSE_PURCHASES` too.
    if (!caller?.administrator || call === undefined || !ownEntry(ACTS_BY_NAME, call)?.stepUp) return true;
    const { session } = caller;
    if (session && isYounger(session.provenAt, nowMs(), PROOF_LASTS_MS)) return true;
    throw new RuleBroken('STEP_UP_REQUIRED');
  }
}
