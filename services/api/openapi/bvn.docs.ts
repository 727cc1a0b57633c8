import { type CallDocs } from './call-docs.js';

export const BVN_DOCS = {
  bvnStatus: {
    title: 'Whether a BVN was verified',
    about: 'What a check costs, how many tries are left, and what a person agrees to.',
  },
  verifyBvn: {
    title: 'Verify a BVN',
    about: 'Compares what the customer says with what the BVN was given for. The BVN is not kept.',
  },
} satisfies Partial<CallDocs>;
