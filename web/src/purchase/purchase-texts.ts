import type { Service } from '../../../services/contracts/services.js';

/** What the button reads while a purchase is on its way. */
export const BUSY_TEXT: Readonly<Record<Service, string>> = {
  airtime: 'Buying...',
  data: 'Buying...',
  cable: 'Processing...',
  electricity: 'Processing...',
  exams: 'Buying...',
  sms: 'Processing...',
  bet: 'Processing...',
  transfer: 'Sending...',
  bvn: 'Verifying...',
};

/** What a refusal says when the server did not say it. */
export const FAILED_TEXT: Readonly<Record<Service, string>> = {
  airtime: 'Failed to complete purchase',
  data: 'Failed to complete purchase',
  cable: 'Failed to complete purchase',
  electricity: 'Failed to complete purchase',
  exams: 'Failed to complete purchase',
  sms: 'Failed to complete purchase',
  bet: 'Failed to complete purchase',
  transfer: 'Failed to process withdrawal',
  bvn: 'Failed to complete purchase',
};

/** What is said while nobody knows yet whether it was sent. */
export const inDoubtTitle = (service: Service): string =>
  service === 'transfer'
    ? 'Something went wrong. Please try again later.'
    : 'Pending: we have not heard back.';
