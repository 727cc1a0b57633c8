import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { lagosDisplay } from '../../contracts/fields/lagos-day.js';
import type { Administrators } from '../administrators.js';
import { NEW_FOR_MS } from './access.decider.js';

/** @throws RuleBroken(PERMISSION_TOO_NEW) for `NEW_FOR_MS` after the permission was given */
export async function requireSettled(
  administrators: Pick<Administrators, 'givenAt'>,
  userId: string,
  wanted: readonly Permission[],
  nowMs: number,
): Promise<void> {
  const given = await administrators.givenAt(userId, wanted);
  const settledAt = given === undefined ? 0 : Date.parse(given) + NEW_FOR_MS;
  if (nowMs >= settledAt) return;
  throw new RuleBroken('PERMISSION_TOO_NEW', { from: lagosDisplay(new Date(settledAt).toISOString()) });
}
