import { DISCO_COMMISSION_BP } from '../../products/electricity/electricity.product.js';
import { CABLE_COMMISSION_BP } from '../../products/cable/cable.product.js';
import { AIRTIME_COMMISSION_BP } from '../../products/airtime/airtime.product.js';
import { type DiscoCode, DISCOS } from '../../contracts/electricity.contract.js';
import { type ExamCode, EXAMS } from '../../contracts/exams.contract.js';
import { CABLE_PROVIDERS, type CableCode } from '../../contracts/cable.contract.js';
import type { NetworkCode } from '../../contracts/fields/codes.js';
import { ownEntry } from '../../contracts/own-entry.js';
import {
  AIRTIME_SERVICE,
  CABLE_SERVICE,
  DATA_SERVICE,
  ELECTRICITY_SERVICE,
  EXAM_SERVICE,
} from '../../vendors/vtpass/service-ids.js';
import { PLAN_LISTS, type PlanLists, type Variation } from '../lists/plan-lists.js';

export interface Product {
  readonly name: string;
  readonly type: string;
  readonly commissionPercent: number;
  /** Our commission in naira for each delivered pin. */
  readonly commissionFlat?: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly variations?: readonly Variation[];
  readonly biller?: 'smartcard' | 'meter';
}

const NETWORK_NAMES: Readonly<Record<NetworkCode, string>> = {
  1: 'MTN',
  2: 'GLO',
  3: 'Airtel',
  4: '9mobile',
};
const NETWORK_CODES: readonly NetworkCode[] = [1, 2, 3, 4];
/** Naira that VTpass takes off each pin. */
const EXAM_COMMISSION: Readonly<Record<ExamCode, number>> = { 1: 250, 2: 200, 3: 200 };

/** Returns the variations that VTpass lists for a service. Their codes follow no rule. */
export const variationsOf = ({ vtpass }: Pick<PlanLists, 'vtpass'>, service: string): readonly Variation[] =>
  ownEntry(vtpass, service) ?? [];

const listed = (service: string): readonly Variation[] => variationsOf(PLAN_LISTS, service);

const airtime = (network: NetworkCode): Product => ({
  name: `${NETWORK_NAMES[network]} Airtime VTU`,
  type: 'Airtime Recharge',
  commissionPercent: AIRTIME_COMMISSION_BP[network] / 100,
  minimum: 5,
  maximum: 100_000,
});

const data = (network: NetworkCode): Product => ({
  name: `${NETWORK_NAMES[network]} Data`,
  type: 'Data Services',
  commissionPercent: AIRTIME_COMMISSION_BP[network] / 100,
  minimum: 1,
  maximum: 100_000,
  variations: listed(DATA_SERVICE[network]),
});

const cable = (provider: CableCode): Product => ({
  name: `${CABLE_PROVIDERS[provider]} Subscription`,
  type: 'TV Subscription',
  commissionPercent: CABLE_COMMISSION_BP[provider] / 100,
  minimum: 1,
  maximum: 200_000,
  variations: listed(CABLE_SERVICE[provider]),
  biller: 'smartcard',
});

const electricity = (disco: DiscoCode): Product => ({
  name: `${DISCOS[disco]} Electric Payment`,
  type: 'Electricity Bill',
  commissionPercent: DISCO_COMMISSION_BP[disco] / 100,
  minimum: 500,
  maximum: 500_000,
  biller: 'meter',
});

const exam = (code: ExamCode): Product => ({
  name: `${EXAMS[code]} Result Checker PIN`,
  type: 'Education',
  commissionPercent: 0,
  commissionFlat: EXAM_COMMISSION[code],
  minimum: 1,
  maximum: 1_000_000,
  variations: listed(EXAM_SERVICE[code].service),
});

const codesOf = <Code extends number>(table: Readonly<Record<Code, string>>): Code[] =>
  Object.keys(table).map((code) => Number(code) as Code);

export const PRODUCTS: ReadonlyMap<string, Product> = new Map([
  ...NETWORK_CODES.map((network) => [AIRTIME_SERVICE[network], airtime(network)] as const),
  ...NETWORK_CODES.map((network) => [DATA_SERVICE[network], data(network)] as const),
  ...codesOf(CABLE_PROVIDERS).map((provider) => [CABLE_SERVICE[provider], cable(provider)] as const),
  ...codesOf(DISCOS).map((disco) => [ELECTRICITY_SERVICE[disco], electricity(disco)] as const),
  ...codesOf(EXAMS).map((code) => [EXAM_SERVICE[code].service, exam(code)] as const),
]);

const OWNER = { Customer_Name: 'ADA OKAFOR', WrongBillersCode: false };

/** Answer to the call `merchant-verify`. Every customer is called Ada. */
export function customerAnswer(serviceID: string, number: string): Readonly<Record<string, unknown>> {
  const { biller, variations, maximum } = PRODUCTS.get(serviceID) ?? {};
  if (biller === 'meter')
    return {
      ...OWNER,
      Meter_Number: number,
      Meter_Type: 'PREPAID',
      Address: '12 ADEOLA ODEKU STREET, LAGOS',
      Customer_Account_Type: 'NMD',
      Can_Vend: 'yes',
      Service_Band: 'A',
      Customer_Arrears: 0,
      Min_Purchase_Amount: 1_000,
      MAX_Purchase_Amount: maximum,
    };
  if (biller === 'smartcard')
    return {
      ...OWNER,
      Customer_Number: number,
      Customer_Type: serviceID.toUpperCase(),
      Status: 'ACTIVE',
      Due_Date: '2026-12-31T00:00:00',
      Current_Bouquet: variations?.[0]?.name,
      Renewal_Amount: Number(variations?.[0]?.variation_amount),
    };
  return { ...OWNER, Customer_Number: number, Status: 'ACTIVE' };
}
