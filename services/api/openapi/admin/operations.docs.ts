import type { CallDocs } from '../call-docs.js';

export const OPERATIONS_DOCS = {
  acknowledgeAlert: {
    title: 'Look after an alert',
    about:
      'Says that somebody looks after it. Answered alike when somebody does already; 404 ALERT_NOT_FOUND when it is over.',
    answer: { message: 'This alert is looked after.' },
  },
  releaseSending: {
    title: 'Release sending after a restore',
    about:
      'Sells and sends again after the ledger was restored. Compare the statements of the vendors with the ledger first. A purchase from before the restore is still asked about before it is sent. Answered alike when sending is not held.',
    answer: { message: 'Purchases are sold and sent again.' },
  },
  operations: {
    title: 'Operations',
    about:
      'How the product is at this moment: how far each view is, what is open and for how long, how vendors did today and yesterday, what waits for ' +
      'them, and the space that is left. What nobody knows at the moment is null.',
  },
} satisfies Partial<CallDocs>;
