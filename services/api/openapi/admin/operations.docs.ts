import type { CallDocs } from '../call-docs.js';
import { PAUSE_EXAMPLE } from './vendors.docs.js';

const ALERT = {
  id: '7d7d2b0e-6f0d-4c56-9d6a-0a7f4b1f6d11',
  text: 'Less than 5% of the disk is left.',
  raised_at: '2026-03-02T10:05:30.000+01:00',
  cleared_at: null,
  acknowledged_by: null,
  acknowledged_at: null,
} as const;

export const OPERATIONS_DOCS = {
  acknowledgeAlert: {
    title: 'Look after an alert',
    about:
      'Says that somebody looks after it. Answered alike when somebody does already; 404 ALERT_NOT_FOUND when it is over.',
    fields: { alertId: 'Its id.' },
    body: { alertId: ALERT.id },
    answer: { status: true, message: 'This alert is looked after.' },
  },
  operations: {
    title: 'Operations',
    about:
      'How the product is at this moment: how far each view is, what is open and for how long, how vendors did today and yesterday, what waits for ' +
      'them, and the space that is left. What nobody knows at the moment is null.',
    fields: {},
    body: {},
    answer: {
      status: true,
      asked_at: '2026-03-02T10:15:30.000+01:00',
      problems: [],
      notes: [],
      position: 482_113,
      reaction_lag: 0,
      open_purchases: 2,
      oldest_open_purchase_seconds: 3.2,
      parked: 0,
      alerts: [ALERT],
      over: [],
      disk: { free_bytes: 61_203_283_968, total_bytes: 107_374_182_400 },
      views: [{ view: 'history', position: 482_113, lag: 0, parked: 0, halted: null }],
      audit: {
        at: '2026-03-02T03:00:12.000+01:00',
        position: 470_020,
        drift: 0,
        unexplained_naira: 0,
        problems: 0,
        lines: [],
        unfinished: null,
      },
      pauses: [PAUSE_EXAMPLE],
      vendors: [
        {
          code: 1,
          name: 'Platinum',
          delivers: ['airtime', 'data'],
          stands_by: true,
          ended: 1_204,
          success_rate: 0.994,
          p50_seconds: 1.2,
          p95_seconds: 4.8,
          waiting: 2,
          oldest_waiting_seconds: 3.2,
        },
      ],
    },
  },
} satisfies Partial<CallDocs>;
