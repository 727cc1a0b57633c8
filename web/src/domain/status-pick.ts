import { TRANSACTION_STATUSES } from '../../../services/contracts/services.js';

/** What narrows a list of purchases to one status. */
export const STATUS_PICK = {
  name: 'status',
  label: 'Status',
  any: 'Any status',
  options: TRANSACTION_STATUSES.map((status) => ({ value: status, label: status })),
};
