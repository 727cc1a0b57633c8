import type { ViewParked } from '../../infra/projections/parking.js';
import { RuleBroken } from '../contracts/errors.js';

/** Whether a view keeps the rows of this person apart, so that what they did lately is not among them. */
export const isKeptApart = (views: readonly ViewParked[], view: string, userId: string): boolean =>
  views.some((each) => each.view === view && each.parked.some(({ key }) => key === userId));

/**
 * What to answer about a transaction that history has no row of. Of somebody whose rows are kept apart nobody can say that there is
 * none: it may be one of those that are not shown yet.
 */
export const noTransaction = (views: readonly ViewParked[], userId: string): RuleBroken =>
  new RuleBroken(isKeptApart(views, 'history', userId) ? 'READ_MODEL_UNAVAILABLE' : 'TRANSACTION_NOT_FOUND');
