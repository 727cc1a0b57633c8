import type { CallDocs } from '../call-docs.js';

export const PRICE_DOCS = {
  priceConfirmation: {
    title: 'Whether the prices are confirmed',
    about: 'A new ledger sells nothing until an owner has confirmed its prices once.',
  },
  confirmPrices: {
    title: 'Confirm the prices of a new ledger',
    about:
      'Sales begin. When any price has changed since, nothing happens and 409 STALE_EDIT tells it. Sent again it changes nothing more.',
    answer: { message: 'The prices are confirmed. Sales begin.' },
  },
  priceFile: {
    title: 'All prices as a file',
    about: 'CSV with the prices of all data plans, bouquets and exam pins, for a spreadsheet.',
  },
  previewPrices: {
    title: 'What a file of prices would change',
    about:
      'Changes nothing. Every line that differs, with old and new prices and the margin; or every fault, with its line and column, while there are any.',
  },
  applyPrices: {
    title: 'Change the prices of a file',
    about:
      'All of them or none, in force with the next quote. When any price has changed since the preview, nothing happens and 409 STALE_EDIT tells it. ' +
      'A price below the cost is refused with 409 NEGATIVE_MARGIN unless you allow it. Sent again it changes nothing more.',
    answer: { message: '1 plan is changed.' },
  },
  compareVendorList: {
    title: "Compare a vendor's own list with the catalogue",
    about:
      'Changes nothing and moves no money. Plans that are new, gone, dearer or without a code at this account, each with the line of a price file that applies it. ' +
      'A new plan is offered switched off, at the price that the vendor lists. Send the head and the chosen lines to the preview of a file.',
  },
  scheduledPrices: {
    title: 'Scheduled changes of prices',
    about:
      'Those that could not take effect, until they are cancelled or the plan gets another price; then those to come, the next one first.',
  },
  cancelScheduledPrice: {
    title: 'Cancel a scheduled change',
    about:
      'The price stays as it is. One that has taken effect is refused with 409 PRICE_CHANGE_OVER; one that could not is put away.',
    answer: { message: 'The change is cancelled. The price stays as it is.' },
  },
  otherPrices: {
    title: 'Prices of bouquets and exam pins',
    about: 'List prices and what the vendor charges, naira; those of data plans are asked one by one.',
  },
  setOtherPrice: {
    title: 'Change the price of a bouquet or an exam pin',
    about:
      'In force with the next quote, or from a moment on. When the price you were shown is another one by now, nothing changes and 409 STALE_EDIT ' +
      'tells it. A price below the cost is refused with 409 NEGATIVE_MARGIN unless you allow it.',
    body: { newPrices: 1300, amount: 1200 },
    answer: { message: 'The price is now ₦1,300.00. It was ₦1,200.00.' },
  },
  amountTerms: {
    title: 'Ranges and commissions',
    about: 'The least and the most that customers may order, naira, and what the vendor pays us, percent.',
  },
  setAmountTerms: {
    title: 'Change ranges and commissions',
    about:
      'In force with the next quote. When the terms you were shown are others by now, nothing changes and 409 STALE_EDIT tells it. ' +
      'A higher commission, and a range that changes by more than 20 %, wait for another administrator.',
    answer: { message: 'The new terms apply from now on.' },
  },
} satisfies Partial<CallDocs>;
