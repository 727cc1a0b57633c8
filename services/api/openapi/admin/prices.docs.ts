import type { CallDocs } from '../call-docs.js';

const CSV = 'Service,Code,Plan,Price (NGN),Affiliate price (NGN),Cost (NGN)\r\n';
const LINE = 'data,1301,Mtn Gifting 1GB - 1 day';
const FILE =
  'The text of the file, at most 48,000 characters and 500 lines. Needs Service, Code and Price (NGN); a column that is left out changes nothing, ' +
  'an empty affiliate price lets affiliates pay as everybody.';

export const SCHEDULED_AT =
  'Optional: the moment from which on they are so, at most a year ahead, ISO 8601 with its offset; at once where it is left out. They take effect then ' +
  'whatever the plans cost until then. Where the vendor charges more than a price by then, that plan is left as it is, and an alert says so.';

export const PRICE_DOCS = {
  priceFile: {
    title: 'All prices as a file',
    about: 'CSV with the prices of all data plans, bouquets and exam pins, for a spreadsheet.',
    fields: {},
    body: {},
    answer: { status: true, csv: `${CSV}${LINE},500.00,,485.00\r\n`, plans: 1 },
  },
  previewPrices: {
    title: 'What a file of prices would change',
    about:
      'Changes nothing. Every line that differs, with old and new prices and the margin; or every fault, with its line and column, while there are any.',
    fields: { csv: FILE },
    body: { csv: `${CSV}${LINE},550.00,,485.00\r\n` },
    answer: {
      status: true,
      version: 12,
      rows: [
        {
          line: 2,
          service: 'data',
          code: 1301,
          plan: 'Mtn Gifting 1GB - 1 day',
          price: { was: 500, now: 550 },
          affiliate_price: { was: 500, now: 550 },
          cost: { was: 485, now: 485 },
          margin: { was: 15, now: 65 },
          below_cost: false,
        },
      ],
      unchanged: 0,
      faults: [],
      faults_total: 0,
    },
  },
  applyPrices: {
    title: 'Change the prices of a file',
    about:
      'All of them or none, in force with the next quote. When any price has changed since the preview, nothing happens and 409 STALE_EDIT tells it. ' +
      'A price below the cost is refused with 409 NEGATIVE_MARGIN unless you allow it. Sent again it changes nothing more.',
    fields: {
      csv: 'The text of the file that was previewed.',
      version: 'The version that the preview told.',
      allow_below_cost: 'Optional: true sells at prices below the cost.',
      at: SCHEDULED_AT,
    },
    body: { csv: `${CSV}${LINE},550.00,,485.00\r\n`, version: 12 },
    answer: { status: true, message: '1 plan has new prices.', changed: 1 },
  },
  scheduledPrices: {
    title: 'Scheduled changes of prices',
    about:
      'Those that could not take effect, until they are cancelled or the plan gets another price; then those to come, the next one first.',
    fields: {},
    body: {},
    answer: {
      status: true,
      changes: [
        {
          id: '0196b5a2-7c1e-7b3f-9a11-0d8c5e2f4a6b',
          service: 'data',
          code: 1301,
          plan: 'Mtn Gifting 1GB - 1 day',
          price: { was: 500, now: 550 },
          at: '2026-03-01T08:00:00.000+01:00',
          scheduled_at: '2026-02-20T10:15:00.000+01:00',
          by: 'Ada',
          changed_since: false,
          reason: '',
          refused: false,
        },
      ],
    },
  },
  cancelScheduledPrice: {
    title: 'Cancel a scheduled change',
    about:
      'The price stays as it is. One that has taken effect is refused with 409 PRICE_CHANGE_OVER; one that could not is put away.',
    fields: { changeId: 'The id of the change.' },
    body: { changeId: '0196b5a2-7c1e-7b3f-9a11-0d8c5e2f4a6b' },
    answer: { status: true, message: 'The change is cancelled. The price stays as it is.' },
  },
  otherPrices: {
    title: 'Prices of bouquets and exam pins',
    about: 'List prices and what the vendor charges, naira; those of data plans are asked one by one.',
    fields: {},
    body: {},
    answer: {
      status: true,
      plans: [
        {
          service: 'exams',
          code: 3,
          plan: 'NABTEB pin',
          price: 1200,
          affiliate_price: 1200,
          cost: 1000,
          below_cost: false,
        },
      ],
    },
  },
  setOtherPrice: {
    title: 'Change the price of a bouquet or an exam pin',
    about:
      'In force with the next quote, or from a moment on. When the price you were shown is another one by now, nothing changes and 409 STALE_EDIT ' +
      'tells it. A price below the cost is refused with 409 NEGATIVE_MARGIN unless you allow it.',
    fields: {
      category: 'cable or exams.',
      plan_code: 'The code of the bouquet or exam.',
      newPrices: 'The new list price, naira.',
      amount: 'The list price you were shown.',
      affiliate_price: 'Optional: the new list price of affiliates.',
      affiliate_amount: 'The list price of affiliates you were shown; needed with a new one.',
      cost: 'Optional: what the vendor charges from now on.',
      cost_amount: 'The cost you were shown; needed with a new one.',
      allow_below_cost: 'Optional: true sells at a price below the cost.',
      at: SCHEDULED_AT,
    },
    body: { category: 'exams', plan_code: 3, newPrices: 1300, amount: 1200 },
    answer: { status: true, message: 'The price is now ₦1,300.00. It was ₦1,200.00.', was: 1200, now: 1300 },
  },
} satisfies Partial<CallDocs>;
