import { DONE, FIELD, type CallDocs } from './call-docs.js';

export const BVN_DOCS = {
  bvnStatus: {
    title: 'Whether a BVN was verified',
    about: 'What a check costs, how many tries are left, and what a person agrees to.',
    fields: {},
    body: {},
    answer: {
      status: true,
      verified: false,
      last_four: '',
      attempts_left: 3,
      price: 0,
      consent: 'I agree that my BVN is checked.',
      consent_version: '1',
    },
  },
  verifyBvn: {
    title: 'Verify a BVN',
    about: 'Compares what the customer says with what the BVN was given for. The BVN is not kept.',
    fields: {
      name: 'Full name.',
      dateOfBirth: 'Day-Month-Year, for example 03-Oct-1993.',
      mobileNo: FIELD.phone,
      bvn: 'Eleven digits, as text.',
      transaction_pin: FIELD.optionalPin,
    },
    body: {
      name: 'Ada Obi',
      dateOfBirth: '03-Oct-1993',
      mobileNo: '08031234567',
      bvn: '22200000001',
      transaction_pin: '4826',
    },
    answer: { ...DONE, token: 'a reference of the verification' },
  },
} satisfies Partial<CallDocs>;
