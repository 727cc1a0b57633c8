import { projectionOn } from '../../infra/projections/projection.js';
import type { ProblemEvent } from '../../services/purchases/purchase.events.js';
import { personOf } from '../forgetting.js';
import { type ProblemReportRow, problemReportsView } from './problem-reports.view.js';

/** Returns the text of a problem report. Null after the customer's key was deleted. */
const wordsOf = (opened: Readonly<Record<string, unknown>> | undefined): string | null => {
  const words = opened?.['words'];
  return typeof words === 'string' ? words : null;
};

/** Reports a change of the list `history` too, because the receipt in that list shows the report. */
export const problemReportsProjection = projectionOn<ProblemEvent, ProblemReportRow>({
  view: problemReportsView,
  person: personOf,
  list: 'history',
  adminList: 'problems',
  on: {},
  onOpened: {
    ProblemReported: ({ at, data: { purchaseId, userId, reference, problem, about, sealed } }, opened) => [
      {
        op: 'put',
        row: {
          purchase_id: purchaseId,
          user_id: userId,
          reference,
          problem,
          about,
          at,
          words: sealed === undefined ? null : wordsOf(opened),
        },
      },
    ],
  },
});
