import { projectionOn } from '../../infra/projections/projection.js';
import type { BroadcastEvent } from '../../services/broadcasts/broadcast.events.js';
import { type BroadcastRow, broadcastsView } from './broadcasts.view.js';

/** Every change is sent to all customers, because the notice on their page may change. */
export const broadcastsProjection = projectionOn<BroadcastEvent, BroadcastRow>({
  view: broadcastsView,
  adminList: 'broadcasts',
  everybodyList: 'notices',
  on: {
    BroadcastCreated: ({ at, data: { broadcastId, title, message } }) => [
      {
        op: 'put',
        row: { broadcast_id: broadcastId, title, message, active: false, activated_at: null, at },
      },
    ],
    BroadcastActivated: ({ at, data: { broadcastId } }) => [
      { op: 'set', key: broadcastId, columns: { active: true, activated_at: at } },
    ],
    BroadcastDeactivated: ({ data: { broadcastId } }) => [
      { op: 'set', key: broadcastId, columns: { active: false } },
    ],
  },
});
