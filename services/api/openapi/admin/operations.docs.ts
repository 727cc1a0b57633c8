import type { CallDocs } from '../call-docs.js';

export const OPERATIONS_DOCS = {
  acknowledgeAlert: {
    title: 'Look after an alert',
    about:
      'Says that somebody looks after it. Answered alike when somebody does already; 404 ALERT_NOT_FOUND when it is over.',
    answer: { message: 'This alert is looked after.' },
  },
  operations: {
    title: 'Operations',
    about:
      'How the product is at this moment: how far each view is, what is open and for how long, how vendors did today and yesterday, what waits for ' +
      'them, and the space that is left. What nobody knows at the moment is null.',
  },
} satisfies Partial<CallDocs>;
