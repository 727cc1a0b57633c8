import type { CallDocs } from '../call-docs.js';

export const PLAN_DOCS = {
  plans: {
    title: 'Every plan',
    about: 'Data plans, bouquets and exam pins in their places, with their codes at vendors.',
  },
  setPlan: {
    title: 'Offer or change one plan',
    about:
      'A new code offers a plan. A code keeps its network, type and size for ever. A new plan whose cost no other plan proves waits for another administrator. When any price has changed since, nothing happens and 409 STALE_EDIT tells it. Sent again it changes nothing more.',
    answer: { message: 'Mtn SME 3GB - 7 days is on the list.' },
  },
  switchPlan: {
    title: 'Sell one plan, or stop selling it',
    about: 'In force with the next quote. What was bought is still delivered.',
    answer: { message: 'Mtn SME 3GB - 7 days is not sold any more.' },
  },
  retirePlan: {
    title: 'Take a plan off the list',
    about: 'Cancels its scheduled prices. What was bought is still delivered. Its code stays taken.',
    answer: { message: 'Mtn SME 3GB - 7 days is off the list.' },
  },
  switchPlanAtVendor: {
    title: 'Sell a plan at one vendor account, or stop it there',
    about: 'Every other account that has a code for it sells it as before.',
    answer: { message: 'Mtn SME 3GB - 7 days is stopped at Platonic.' },
  },
} satisfies Partial<CallDocs>;
