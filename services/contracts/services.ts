/** What can be bought. The value is stored in events and shown as the `service` of a history row. */
export const SERVICES = [
  'airtime',
  'data',
  'cable',
  'electricity',
  'exams',
  'sms',
  'bet',
  'transfer',
  'bvn',
] as const;
export type Service = (typeof SERVICES)[number];

/** What people call each service. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  airtime: 'Airtime',
  data: 'Data',
  cable: 'Cable TV',
  electricity: 'Electricity',
  exams: 'Exam pins',
  sms: 'Bulk SMS',
  bet: 'Bet funding',
  transfer: 'Bank transfer',
  bvn: 'BVN verification',
};

/** Network codes of the contract. */
export const NETWORKS = { 1: 'Mtn', 2: 'Glo', 3: 'Airtel', 4: '9mobile' } as const;
export type NetworkCode = keyof typeof NETWORKS;

/** Status words shown to people. */
export const TRANSACTION_STATUSES = ['Pending', 'Successful', 'Refunded', 'Reversed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const ROLES = ['user', 'admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** `regular` and `affiliate` pay different prices; an affiliate is `reseller: 1` in the contract. */
export const TIERS = ['regular', 'affiliate'] as const;
export type Tier = (typeof TIERS)[number];
