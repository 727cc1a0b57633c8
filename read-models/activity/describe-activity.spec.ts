import { expect, it } from '@jest/globals';
import { describeActivity } from './describe-activity.js';
import type { EventData } from '../../infra/event-store/event-store.js';

const act = (type: string, stream: string, data: EventData) =>
  describeActivity({ type, stream, data, actor: { kind: 'admin', id: 'ife' } });

const SCHEDULED = {
  service: 'exams',
  code: 1,
  name: 'WAEC pin',
  prices: { price: '26050', affiliatePrice: '25500' },
  takesEffect: '2026-12-01T07:00:00.000Z',
};
const PLAN = {
  code: 7,
  network: 1,
  planType: 1,
  name: '1GB',
  validity: '30 days',
  codes: { vtpass: 'x' },
  price: '25000',
  cost: '24000',
  on: true,
};

it.each([
  [
    'AffiliateFeeSet',
    'catalog',
    { fee: '150000', was: '100000' },
    ['catalogue', 'Changed the affiliate charge', 'Catalog', 'Fee: ₦1,000.00 -> ₦1,500.00'],
  ],
  [
    'FundingTermsSet',
    'catalog',
    {
      terms: { charge: '5000', bank: 'GTBank', accountName: 'Naira Ledger', accountNumber: '0123456789' },
      was: { charge: '0', bank: 'GTBank', accountName: 'Naira Ledger', accountNumber: '0000000001' },
    },
    [
      'money',
      'Changed the bank and the charge of funding',
      'Funding',
      'Charge: ₦0.00 -> ₦50.00, Account number: 0000000001 -> 0123456789',
    ],
  ],
  [
    'FundingChargedBack',
    'wallet-ada',
    {
      provider: 'monnify',
      transactionReference: 'MNFY|1',
      dispute: 'CB-1',
      amount: '500000',
      debited: '300000',
      loss: '200000',
      fee: '5000',
      evidence: 'mail',
      reason: 'Stolen',
      userId: 'ada',
      commandId: 'c',
      availableBefore: '300000',
      availableAfter: '0',
      heldAfter: '0',
      postings: [],
    },
    [
      'money',
      'Recorded a chargeback',
      'person ada',
      'Transaction reference:  -> MNFY|1, Dispute:  -> CB-1, Amount:  -> ₦5,000.00, Debited:  -> ₦3,000.00, Loss:  -> ₦2,000.00, ' +
        'Fee:  -> ₦50.00, Evidence:  -> mail, Available: ₦3,000.00 -> ₦0.00',
    ],
  ],
  [
    'FundingReported',
    'funding-monnify-1',
    { provider: 'monnify', transactionReference: 'MNFY|1', by: 'administrator' },
    ['money', 'Had a payment looked up at its provider', 'monnify', 'Transaction reference:  -> MNFY|1'],
  ],
  [
    'FundingRejected',
    'funding-monnify-1',
    { provider: 'monnify', transactionReference: 'MNFY|1', reason: 'Nothing came', commandId: 'c' },
    ['money', 'Decided that a payment did not arrive', 'monnify', 'Transaction reference:  -> MNFY|1'],
  ],
  [
    'FundingUnmatched',
    'funding-monnify-1',
    {
      provider: 'monnify',
      transactionReference: 'MNFY|1',
      accountReference: 'NL-1',
      paid: '500000',
      settled: '500000',
      wasUnread: true,
      postings: [],
    },
    [
      'money',
      'Stated the amount of an unread payment',
      'monnify',
      'Transaction reference:  -> MNFY|1, Account reference:  -> NL-1, Paid:  -> ₦5,000.00, Settled:  -> ₦5,000.00',
    ],
  ],
  [
    'UnmatchedAssigned',
    'funding-monnify-1',
    {
      provider: 'monnify',
      transactionReference: 'MNFY|1',
      paid: '500000',
      settled: '499000',
      userId: 'ada',
      commandId: 'c',
      charge: '5000',
      reason: 'Wrote',
      postings: [],
    },
    [
      'money',
      'Assigned an unmatched payment',
      'person ada',
      'Transaction reference:  -> MNFY|1, Paid:  -> ₦5,000.00, Settled:  -> ₦4,990.00, Charge:  -> ₦50.00',
    ],
  ],
  [
    'ApprovalRequested',
    'approval-1',
    { approvalId: '1', reason: 'Paid twice', work: { kind: 'correction', before: '1000', after: '200050' } },
    [
      'money',
      'Asked for approval of a movement of money',
      'Approval 1',
      'Kind:  -> correction, Balance: ₦10.00 -> ₦2,000.50',
    ],
  ],
  [
    'NetworkSwitched',
    'catalog',
    { network: 2, on: false },
    ['catalogue', 'Disabled a network', 'Glo', 'On: yes -> no'],
  ],
  [
    'PlanTypeSwitched',
    'catalog',
    { network: 1, planType: 3, on: true },
    ['catalogue', 'Activated a plan type', 'Mtn Gifting', 'On: no -> yes'],
  ],
  [
    'DataPlanSet',
    'catalog',
    { plan: { ...PLAN, price: '26050' }, was: PLAN },
    ['catalogue', 'Changed a data plan', 'Mtn SME 1GB', 'Price: ₦250.00 -> ₦260.50'],
  ],
  [
    'DataPlanSet',
    'catalog',
    { plan: { ...PLAN, price: '26050' }, was: PLAN, scheduleId: 's1' },
    ['catalogue', 'Changed a data plan, as scheduled', 'Mtn SME 1GB', 'Price: ₦250.00 -> ₦260.50'],
  ],
  [
    'DataPlanSet',
    'catalog',
    { plan: { ...PLAN, costs: { '5': '123450', '4': '49500' } }, was: { ...PLAN, costs: { '4': '50000' } } },
    ['catalogue', 'Changed a data plan', 'Mtn SME 1GB', 'Costs: 4 ₦500.00 -> 4 ₦495.00, 5 ₦1,234.50'],
  ],
  [
    'DataPlanSet',
    'catalog',
    { plan: PLAN, was: { ...PLAN, costs: { '4': '50000' } } },
    ['catalogue', 'Changed a data plan', 'Mtn SME 1GB', 'Costs: 4 ₦500.00 -> '],
  ],
  [
    'PurchaseAccepted',
    'wallet-house',
    { purchaseId: 'p', service: 'data', expectedCost: '49000', otherCosts: { '4': '49500' } },
    ['purchases', 'Bought from the house account', '', 'Expected cost:  -> ₦490.00'],
  ],
  [
    'PriceChangeScheduled',
    'catalog',
    { ...SCHEDULED, was: { price: '25000', affiliatePrice: null } },
    [
      'catalogue',
      'Scheduled a change of prices',
      'Exam pins WAEC pin',
      'Price: ₦250.00 -> ₦260.50, Affiliate price:  -> ₦255.00, Takes effect:  -> 2026-12-01 08:00',
    ],
  ],
  [
    'PriceChangeCancelled',
    'catalog',
    { scheduleId: 's1', ...SCHEDULED },
    [
      'catalogue',
      'Cancelled a scheduled change of prices',
      'Exam pins WAEC pin',
      'Price: ₦260.50 -> , Affiliate price: ₦255.00 -> , Takes effect:  -> 2026-12-01 08:00',
    ],
  ],
  [
    'PriceChangeRefused',
    'catalog',
    { scheduleId: 's1', ...SCHEDULED, reason: 'Below cost.' },
    [
      'catalogue',
      'Could not change prices as scheduled',
      'Exam pins WAEC pin',
      'Price:  -> ₦260.50, Affiliate price:  -> ₦255.00, Takes effect:  -> 2026-12-01 08:00',
    ],
  ],
  [
    'DiscountSet',
    'catalog',
    { service: 'airtime', tier: 'affiliate', basisPoints: 150, was: 100 },
    ['catalogue', 'Changed a discount', 'Airtime affiliate', 'Basis points: 1 % -> 1.5 %'],
  ],
  [
    'ActiveVendorChosen',
    'catalog',
    { service: 'data', vendor: 2, was: null },
    ['vendors', 'Switched a service to a vendor', 'Data', 'Vendor:  -> 2'],
  ],
  [
    'VendorOrderSet',
    'catalog',
    { service: 'data', vendors: [4, 1, 2], was: [1, 2, 4] },
    ['vendors', 'Changed the order of vendors', 'Data', 'Vendors: 1, 2, 4 -> 4, 1, 2'],
  ],
  [
    'VendorPaused',
    'catalog',
    { service: 'data', vendor: 4, reason: 'SIMs are blocked' },
    ['vendors', 'Paused a vendor', 'Data', 'Vendor:  -> 4'],
  ],
  [
    'VendorResumed',
    'catalog',
    { service: 'data', vendor: 4, pauseId: 'p', reason: 'SIMs are back' },
    ['vendors', 'Resumed a vendor', 'Data', 'Vendor:  -> 4'],
  ],
  [
    'SendingHeld',
    'catalog',
    { reason: 'Restored from a backup', acceptedBefore: '2026-03-02T09:05:30.000Z' },
    ['vendors', 'Held sending after a restore', 'Catalog', ''],
  ],
  [
    'SendingReleased',
    'catalog',
    { holdId: 'h', reason: 'Statements compared' },
    ['vendors', 'Released sending', 'Catalog', ''],
  ],
  [
    'PermissionsChanged',
    'administrator-obi',
    { userId: 'obi', permissions: ['support'], was: ['finance', 'support'] },
    ['administrators', 'Changed permissions', 'person obi', 'Permissions: finance, support -> support'],
  ],
  [
    'AdministratorAccessChanged',
    'administrators',
    {
      userId: 'obi',
      access: { role: 'auditor', permissions: [] },
      was: { role: 'admin', permissions: ['finance', 'support'] },
    },
    [
      'administrators',
      'Changed the access of an administrator',
      'person obi',
      'Role: admin -> auditor, Permissions: finance, support -> ',
    ],
  ],
  [
    'AdministratorSessionEnded',
    'administrators',
    { userId: 'obi', sessionId: 'handle' },
    ['administrators', 'Signed an administrator out of one browser', 'person obi', ''],
  ],
  [
    'AdministratorInvited',
    'administrators',
    {
      userId: 'obi',
      inviteId: 'i',
      emailMac: 'm',
      linkId: 'l',
      digest: 'd',
      inviterId: 'ada',
      expiresAt: '2026-03-02T09:15:30.000Z',
      sealed: 'secret',
      was: null,
      access: { role: 'admin', permissions: ['support'] },
    },
    ['administrators', 'Invited an administrator', 'person obi', 'Role:  -> admin, Permissions:  -> support'],
  ],
  [
    'InvitationSentAgain',
    'administrators',
    {
      userId: 'obi',
      linkId: 'l',
      digest: 'd',
      inviterId: 'ada',
      expiresAt: '2026-03-02T09:15:30.000Z',
      sealed: 'secret',
    },
    ['administrators', 'Sent an invitation again', 'person obi', 'Expires at:  -> 2026-03-02T09:15:30.000Z'],
  ],
  [
    'InvitationWithdrawn',
    'administrators',
    { userId: 'obi' },
    ['administrators', 'Withdrew an invitation', 'person obi', ''],
  ],
  [
    'InvitationAccepted',
    'administrators',
    { userId: 'obi', access: { role: 'auditor', permissions: [] }, was: null },
    ['administrators', 'Accepted an invitation as an administrator', 'person obi', 'Role:  -> auditor'],
  ],
  [
    'AdministratorSuspended',
    'administrators',
    { userId: 'obi', reason: 'left' },
    ['administrators', 'Suspended an administrator', 'person obi', ''],
  ],
  [
    'SecondFactorReset',
    'administrators',
    { userId: 'obi', enrolmentId: 'e', reason: 'lost' },
    ['administrators', 'Reset the second factor of an administrator', 'person obi', ''],
  ],
  [
    'AdministratorPasskeyAdded',
    'administrator-ife',
    { userId: 'ife', passkeyId: 'p', enrolmentId: 'e', counter: 3, sealed: 'secret' },
    ['administrators', 'Set up a device to sign in with', 'person ife', ''],
  ],
  [
    'AdministratorPasskeyUsed',
    'administrator-ife',
    { userId: 'ife', passkeyId: 'p', counter: 4, challengeDigest: 'd' },
    ['administrators', 'Proved who they are with a device', 'person ife', ''],
  ],
  [
    'BrandSet',
    'brand',
    { brand: { name: 'Ada Pay', hiddenTiles: [] }, was: { name: 'Old', hiddenTiles: [] } },
    ['other', 'Changed the brand', 'Brand', 'Name: Old -> Ada Pay'],
  ],
  [
    'LegalPagePublished',
    'legal-terms',
    { page: 'terms', version: 2, text: '# Terms' },
    [
      'other',
      'Published version 2 of a legal page',
      'Legal terms',
      'Page:  -> terms, Version:  -> 2, Text:  -> # Terms',
    ],
  ],
  [
    'BroadcastCreated',
    'broadcast-b',
    { broadcastId: 'b', title: 'Offer', message: '1GB' },
    ['broadcasts', 'Created a broadcast', 'Offer', 'Message:  -> 1GB'],
  ],
  [
    'ImportPlanned',
    'import-i',
    { importId: 'i', digest: 'd', customers: 2, total: '150050', balanceDate: '2026-11-28' },
    [
      'customers',
      'Planned to move customers in',
      'Older system',
      'Customers:  -> 2, Total:  -> ₦1,500.50, Balance date:  -> 2026-11-28',
    ],
  ],
  [
    'ImportReleased',
    'import-i',
    { importId: 'i', planId: 'p', plannedBy: 'ife' },
    ['customers', 'Released customers to move in', 'Older system', ''],
  ],
  [
    'PasswordChanged',
    'user-ife',
    { userId: 'ife', how: 'old', sealed: 'secret' },
    ['administrators', 'Changed a password', 'person ife', 'How:  -> old'],
  ],
] as const)('%s of %s is told in words', (type, stream, data, told) => {
  const { area, what, subject, changes } = act(type, stream, data);
  const name = subject.kind === 'person' ? `person ${subject.id}` : subject.text;
  const changed = changes.map(({ field, before, after }) => `${field}: ${before} -> ${after}`).join(', ');
  expect([area, what, name, changed]).toEqual(told);
});

it('describes a new plan by its fields', () => {
  const { what, changes } = act('DataPlanSet', 'catalog', { plan: PLAN, was: null });
  expect(what).toBe('Added a data plan');
  expect(changes).toContainEqual({ field: 'Price', before: '', after: '₦250.00' });
  expect(changes).toContainEqual({ field: 'Codes', before: '', after: 'vtpass x' });
});

it('describes an unknown type by its money before and after, and its reason', () => {
  const data = {
    userId: 'ada',
    delta: '-5000',
    availableBefore: '10000',
    availableAfter: '5000',
    reason: 'paid twice',
    postings: [{ account: 'x', amount: '1' }],
    sealed: 'secret',
    bankDigest: 'd',
  };
  expect(act('WalletMended', 'wallet-ada', data)).toEqual({
    area: 'money',
    what: 'Wallet mended',
    subject: { kind: 'person', id: 'ada', text: '' },
    changes: [
      { field: 'Delta', before: '', after: '-₦50.00' },
      { field: 'Available', before: '₦100.00', after: '₦50.00' },
    ],
    reason: 'paid twice',
  });
});

it('shortens very long values and ignores inherited property names', () => {
  const { what, changes } = act('constructor', 'broadcast-b', {
    broadcastId: 'b',
    message: 'x'.repeat(1_000),
  });
  expect(what).toBe('Constructor');
  expect(changes[0]?.after).toHaveLength(201);
});
