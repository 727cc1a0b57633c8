import type { Service } from '../../../services/contracts/services.js';

const NAMES: Readonly<Record<Service, string>> = {
  airtime: 'Airtime',
  data: 'Data',
  cable: 'Cable TV',
  electricity: 'Electricity',
  exams: 'Exam pin',
  sms: 'Bulk SMS',
  bet: 'Bet funding',
  transfer: 'Bank transfer',
  bvn: 'BVN check',
};

/** A service as people call it; what we do not know stays as it came. */
export const serviceName = (service: string): string => NAMES[service.toLowerCase() as Service] ?? service;
