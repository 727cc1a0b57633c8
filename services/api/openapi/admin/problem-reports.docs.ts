import { type CallDocs } from '../call-docs.js';

export const PROBLEM_REPORT_DOCS = {
  problemReports: {
    title: 'Reported problems',
    about:
      'What customers say is wrong with purchases of theirs, newest first: the newest report of each purchase, with what the purchase is by now. Words and emails are masked for whoever may not see them.',
  },
} satisfies Partial<CallDocs>;
