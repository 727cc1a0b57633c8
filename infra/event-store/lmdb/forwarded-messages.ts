import type { Appended, StreamHead } from '../event-store.js';
import { AppendOutcomeUnknown, RevisionConflict, StoreUnavailable } from '../event-store.js';
import type { SealedEvent } from '../seal-events.js';

export interface ForwardedAppend {
  readonly request: number;
  readonly stream: string;
  readonly expected: StreamHead;
  readonly sealed: readonly SealedEvent[];
}

export type ForwardedOutcome =
  | { readonly request: number; readonly outcome: 'appended'; readonly appended: Appended }
  | { readonly request: number; readonly outcome: 'conflict'; readonly actual: StreamHead }
  | {
      readonly request: number;
      readonly outcome: 'unknown' | 'unavailable' | 'failed';
      readonly message: string;
    };

export function outcomeOfError(request: number, error: unknown): ForwardedOutcome {
  if (error instanceof RevisionConflict) return { request, outcome: 'conflict', actual: error.actual };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AppendOutcomeUnknown) return { request, outcome: 'unknown', message };
  if (error instanceof StoreUnavailable) return { request, outcome: 'unavailable', message };
  return { request, outcome: 'failed', message };
}

export function errorOfOutcome(
  append: Pick<ForwardedAppend, 'stream' | 'expected'>,
  answer: Exclude<ForwardedOutcome, { readonly outcome: 'appended' }>,
): Error {
  switch (answer.outcome) {
    case 'conflict':
      return new RevisionConflict(append.stream, append.expected, answer.actual);
    case 'unknown':
      return new AppendOutcomeUnknown(answer.message);
    case 'unavailable':
      return new StoreUnavailable(answer.message);
    case 'failed':
      return new Error(answer.message);
  }
}
