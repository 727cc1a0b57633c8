import type { CallDocs } from '../call-docs.js';

const CSV = 'Service,Code,Plan,Price (NGN),Affiliate price (NGN),Cost (NGN)\r\n';
const LINE = 'data,1301,Mtn Gifting 1GB - 1 day';
const FILE =
  'The text of the file, at most 48,000 characters and 500 lines. Needs Service, Code and Price (NGN); a column that is left out changes nothing, ' +
  'an empty affiliate price lets affiliates pay as everybody.';

/** What the documentation says of changing many prices at once. */
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
          ...{ line: 2, service: 'data', code: 1301, plan: 'Mtn Gifting 1GB - 1 day' },
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
    },
    body: { csv: `${CSV}${LINE},550.00,,485.00\r\n`, version: 12 },
    answer: { status: true, message: '1 plan has new prices.', changed: 1 },
  },
} satisfies Partial<CallDocs>;
