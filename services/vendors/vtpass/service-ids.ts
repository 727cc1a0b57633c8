import type { DiscoCode } from '../../contracts/electricity.contract.js';
import type { ExamCode } from '../../contracts/exams.contract.js';
import type { CableCode } from '../../contracts/cable.contract.js';
import type { NetworkCode } from '../../contracts/fields/codes.js';

export const AIRTIME_SERVICE: Readonly<Record<NetworkCode, string>> = {
  1: 'mtn',
  2: 'glo',
  3: 'airtel',
  4: 'etisalat',
};

export const DATA_SERVICE: Readonly<Record<NetworkCode, string>> = {
  1: 'mtn-data',
  2: 'glo-data',
  3: 'airtel-data',
  4: 'etisalat-data',
};

export const CABLE_SERVICE: Readonly<Record<CableCode, string>> = { 1: 'gotv', 2: 'dstv', 3: 'startimes' };

export const ELECTRICITY_SERVICE: Readonly<Record<DiscoCode, string>> = {
  18: 'ikeja-electric',
  19: 'ibadan-electric',
  20: 'eko-electric',
  21: 'portharcourt-electric',
  22: 'kaduna-electric',
  23: 'kano-electric',
  24: 'jos-electric',
  25: 'abuja-electric',
  26: 'enugu-electric',
  28: 'yola-electric',
  29: 'benin-electric',
};

/**
 * VTpass documents WAEC, but not NECO and NABTEB. Check the service names of NECO and NABTEB before selling
 * them. VTpass refuses a wrong name and charges nothing.
 */
export const EXAM_SERVICE: Readonly<
  Record<ExamCode, { readonly service: string; readonly variation: string }>
> = {
  1: { service: 'waec', variation: 'waecdirect' },
  2: { service: 'neco', variation: 'neco-token' },
  3: { service: 'nabteb', variation: 'nabteb-pin' },
};
