import { randomInt } from 'node:crypto';
import { customer, PIN, type ContractRow, type ContractWorld } from './contract-row.js';

const DATES = { query_type: 2, custom_start_date: '2020-01-01', custom_end_date: '2099-12-31' };
const LIST = { all_user_transaction: 'list', total: 'number' } as const;
const BOUGHT = { status: 'boolean', message: 'string', reference: 'string' } as const;
const history = { ...customer, body: DATES, required: [], reads: LIST };

/** Calls for all products, and for the lists that show purchases. */
export const BUYING: readonly ContractRow[] = [
  {
    call: '[call:/api/buycard/]',
    ...customer,
    body: { amount: 100, network: 1, phone: '08031230003', transaction_pin: PIN },
    required: ['amount', 'network', 'phone', 'transaction_pin'],
    reads: BOUGHT,
  },
  ...(['[call:/api/get_data_plan/]', '[call:/services/get-data-plans/]'] as const).map((call) => ({
    call,
    ...customer,
    body: { datanetwork: 1, selectedPlanType: 1 },
    required: ['datanetwork', 'selectedPlanType'],
    reads: {
      status: 'boolean',
      data_plans: 'list',
      message: 'string',
      planMessage: 'string',
      planstatus: 'boolean',
    } as const,
  })),
  ...(['[call:/api/get_data_plan_prices/]', '[call:/services/get-data-price/]'] as const).map((call) => ({
    call,
    ...customer,
    body: async ({ dataPlan }: ContractWorld) => ({ selectedDataPlan: await dataPlan() }),
    required: ['selectedDataPlan'],
    reads: { status: 'boolean', price: 'number' } as const,
  })),
  {
    call: '[call:/api/buydata/]',
    ...customer,
    body: async ({ dataPlan }) => ({
      datanetwork: 1,
      phone: '08031230004',
      transaction_pin: PIN,
      selectedDataPlan: await dataPlan(),
    }),
    required: ['datanetwork', 'phone', 'selectedDataPlan', 'transaction_pin'],
    reads: BOUGHT,
  },
  {
    call: '[call:/api/get_cable_plans/]',
    ...customer,
    body: { cablenetwork: 1 },
    required: ['cablenetwork'],
    reads: { cable_plans: 'list' },
  },
  {
    call: '[call:/api/get_cable_prices/]',
    ...customer,
    body: async ({ cablePlan }) => ({ cable_plan_code: await cablePlan() }),
    required: ['cable_plan_code'],
    reads: { status: 'boolean', cable_plans_price: 'number' },
  },
  {
    call: '[call:/api/validate_cable_iuc/]',
    ...customer,
    body: { iuc: '7023456789', cablenetwork: 1 },
    required: ['iuc', 'cablenetwork'],
    reads: { status: 'boolean', name: 'string' },
  },
  {
    call: '[call:/api/pay_cable/]',
    ...customer,
    body: async ({ cablePlan }) => ({
      cablenetwork: 1,
      iuc: '7023456789',
      transaction_pin: PIN,
      selectedcablePlan: await cablePlan(),
    }),
    required: ['cablenetwork', 'iuc', 'selectedcablePlan', 'transaction_pin'],
    reads: { message: 'string', reference: 'string' },
  },
  {
    call: '[call:/api/validate_meter/]',
    ...customer,
    body: { disco_name: 18, meter_number: '45023456789', meter_type: 'Prepaid' },
    required: ['disco_name', 'meter_number', 'meter_type'],
    reads: { status: 'boolean', name: 'string', Address: 'string', message: 'string' },
  },
  {
    call: '[call:/api/pay_electricity_bill/]',
    ...customer,
    body: {
      meterNumber: '45023456789',
      meterType: 'Prepaid',
      amount: 1000,
      phone: '08031230003',
      discoName: 18,
      transaction_pin: PIN,
    },
    required: ['meterNumber', 'meterType', 'amount', 'phone', 'discoName', 'transaction_pin'],
    reads: { message: 'string', reference: 'string' },
  },
  {
    call: '[call:/api/exam_price/]',
    ...customer,
    body: { examName: 1, quantity: 1 },
    required: ['examName', 'quantity'],
    reads: { status: 'boolean', amount: 'number', message: 'string' },
  },
  {
    call: '[call:/api/buyexam/]',
    ...customer,
    body: { examName: 1, quantity: 1, phone: '08031230003', transaction_pin: PIN },
    required: ['examName', 'quantity', 'phone', 'transaction_pin'],
    reads: BOUGHT,
  },
  {
    call: '[call:/services/bulksms-pay/]',
    by: 'customer',
    token: 'grabToken',
    body: { phone: '08031230003,08031230005', senderid: 'Naira', messageBody: 'Hello', transaction_pin: PIN },
    required: ['phone', 'senderid', 'messageBody'],
    reads: BOUGHT,
  },
  {
    call: '[call:/services/bet-funding/]',
    by: 'customer',
    token: 'grabToken',
    body: async ({ ask }) => {
      const bet = { betPlatform: 'BET9JA', clientId: '1234567' };
      await ask('/services/validate-bet-customer/', bet);
      return { ...bet, amount: 100, transaction_pin: PIN };
    },
    required: ['amount', 'betPlatform', 'clientId'],
    reads: BOUGHT,
  },
  {
    call: '[call:/banking/list-banks/]',
    ...customer,
    body: {},
    required: [],
    reads: { status: 'boolean', banks: 'list', message: 'string' },
  },
  {
    call: '[call:/banking/fetch-banks-details/]',
    ...customer,
    body: { account_number: '0123456789', bankCode: '058' },
    required: ['account_number', 'bankCode'],
    reads: { status: 'boolean', accountName: 'string', message: 'string' },
  },
  {
    call: '[call:/banking/transfer-money/]',
    by: 'customer',
    token: 'user_access_code',
    body: {
      user_bank_name: 'GTBank',
      bank_name_code: '058',
      user_account_name: 'Somebody else',
      user_account_number: '0123456789',
      amount_to_withdrawal: 1000,
      narration: 'Rent',
      transaction_pin: PIN,
    },
    required: ['bank_name_code', 'user_account_number', 'amount_to_withdrawal', 'transaction_pin'],
    reads: BOUGHT,
  },
  {
    call: '[call:/api/verify-user-bvn/]',
    by: 'customer',
    token: 'grabToken',
    body: {
      name: 'Demo Customer',
      dateOfBirth: '03-Oct-1993',
      mobileNo: '08031230003',
      // Unique in the installation.
      bvn: `2${randomInt(100_000, 1_000_000)}2226`,
      transaction_pin: PIN,
    },
    required: ['name', 'dateOfBirth', 'mobileNo', 'bvn'],
    reads: { status: 'boolean', message: 'string', token: 'string' },
  },
  {
    call: '[call:/api/upgrade-api/]',
    ...customer,
    body: { transaction_pin: PIN },
    required: [],
    reads: { status: 'boolean', message: 'string' },
  },
  { call: '[call:/api/user_transactions/]', ...history },
  { call: '[call:/api/user_airtime_transactions/]', ...history },
  { call: '[call:/api/user_data_transactions/]', ...history },
  { call: '[call:/api/user_cable_transactions/]', ...history },
  { call: '[call:/api/user_electricity_transactions/]', ...history },
  { call: '[call:/api/user_exams_transactions/]', ...history },
  { call: '[call:/api/user_wallet_funding_transactions/]', ...history },
  {
    call: '[call:/api/spending/]',
    ...customer,
    body: { month: '2026-03' },
    required: [],
    reads: { month: 'string', months: 'list', recipients: 'list', recipients_capped: 'boolean' },
  },
];
