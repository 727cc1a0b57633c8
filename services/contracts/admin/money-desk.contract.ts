/** What a change of a balance is booked as: each kind has an account of its own in the books. */
export const ADJUSTMENT_KINDS = ['correction', 'goodwill', 'recovery'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];
