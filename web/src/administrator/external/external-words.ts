import type {
  CompletedExternalRow,
  Decision,
  ExternalStepName,
} from '../../../../services/contracts/admin/external.contract.js';
import { ownEntry } from '../../../../services/contracts/own-entry.js';

export const LIST_SIZES = [10, 20, 50, 100, 500, 1_000] as const;

export const DECISION_WORDS: Readonly<Record<Decision, string>> = {
  refund: 'Refund',
  successful: 'Successful',
};

export const BY_ITSELF = 'It answered by itself.';

export const endedText = ({
  decision,
  decided_by: by,
}: Pick<CompletedExternalRow, 'decision' | 'decided_by'>): string =>
  `${decision === 'refund' ? 'Refunded' : 'Successful'}: decided by ${by || 'the vendor'}`;

export const DECISION_MEANS: Readonly<Record<Decision, string>> = {
  refund:
    'The customer gets the money back. If the vendor turns out to have delivered, the loss is ours. This cannot be undone.',
  successful: 'The customer pays. Do this only when the vendor has confirmed it. This cannot be undone.',
};

export const USUAL_REASONS: Readonly<Record<Decision, readonly string[]>> = {
  refund: ['The vendor has no record of it.', 'The vendor confirmed that it failed.'],
  successful: ['The vendor confirmed the delivery.', 'The customer has received it.'],
};

const WHY: Readonly<Record<string, string>> = {
  'open-too-long': 'No final answer in time',
  'vendor-not-configured': 'Its vendor is configured no more',
  'order-unreadable': 'The order cannot be read',
  'vendor-cannot-be-asked': 'Its vendor cannot be asked',
  'vendor-denies': 'Its vendor had it and now does not know it',
};

export const whyText = (why: string): string =>
  ownEntry(WHY, why) ?? (why.startsWith('vendor-') ? `The vendor answered ${why.slice(7)}` : why);

export const STEP_WORDS: Readonly<Record<ExternalStepName, string>> = {
  opened: 'Accepted',
  sent: 'Sent',
  pending: 'Pending',
  unknown: 'No clear answer',
  'not-found': 'Not known there',
  failed: 'Failed',
  delivered: 'Delivered',
  review: 'Handed to a person',
  decided: 'Decided',
  reversed: 'Taken back',
  late: 'Delivered after the end: our loss',
  asked: 'To be asked again',
  confirmed: 'Confirmed what was known',
};

const SOON_MS = 60 * 60_000;
const LATE_MS = 6 * SOON_MS;

export const toneOfAge = (ageMs: number): 'calm' | 'warn' | 'bad' =>
  ageMs >= LATE_MS ? 'bad' : ageMs >= SOON_MS ? 'warn' : 'calm';

const MINUTE_MS = 60_000;

/** Text of an age, such as `2 d 3 h`, `5 h 10 min`, `8 min` or `just now`. */
export function ageText(ageMs: number): string {
  const minutes = Math.floor(Math.max(0, ageMs) / MINUTE_MS);
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${rest} min`;
  return minutes > 0 ? `${minutes} min` : 'just now';
}
