import type { CallResult, OnAnswer } from '../http-call.js';
import { repeatQueries } from '../repeat-queries.js';
import type { SendWindow } from '../send-window.js';
import { CLAIM_TOO_OLD, unanswered, plainReference, vendorClient } from '../vendor-client.js';
import {
  NOT_SOLD,
  type ClaimedAttempt,
  type ClosableVendor,
  type QueryOutcome,
  type RefusedFor,
  refusedFor,
  type VendorCapabilities,
  type VendorOutcome,
} from '../vendor-adapter.js';
import { fieldsOf, jsonOf, koboFromVendor } from '../vendor-json.js';
import type { SmsVendorRequest } from '../../products/sms/sms.product.js';
import {
  orderedNumbers,
  readMessages,
  summarise,
  vendorNumber,
  type RecipientState,
} from './recipient-outcomes.js';

export interface TermiiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly postTimeoutMs: number;
  readonly queryTimeoutMs: number;
  readonly connections?: number;
  readonly onAnswer?: OnAnswer | undefined;
}

const RECIPIENTS_MAX = 100;

const CAPABILITIES: VendorCapabilities = {
  clientReference: true,
  queryByClientReference: true,
  queryMinAgeMs: 0,
  queryMaxCount: 1_000,
};

/** HTTP statuses that mean that the order was refused before any message was sent. */
const REFUSED: Readonly<Record<number, RefusedFor>> = {
  400: 'input',
  401: 'access',
  402: 'balance',
  403: 'access',
  422: 'input',
};

const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Adapter for an SMS gateway with Termii's API (https://developers.termii.com/messaging-api). The
 * gateway's answers contain our reference.
 */
export function createTermiiVendor(options: TermiiOptions): ClosableVendor {
  const { apiKey, postTimeoutMs, queryTimeoutMs } = options;
  const client = vendorClient(options.baseUrl, { ...options, answerBytesMax: ANSWER_BYTES_MAX });
  const repeated = repeatQueries();
  const send = (
    { senderId: from, body: sms }: SmsVendorRequest,
    to: readonly string[],
    { vendorReference: reference, window }: ClaimedAttempt,
  ): Promise<CallResult> => {
    const message = { api_key: apiKey, to, from, sms, type: 'plain', channel: 'generic', reference };
    return client.post('/api/sms/send', {}, message, postTimeoutMs, window);
  };
  return {
    capabilities: CAPABILITIES,
    mintReference: (_acceptedAt, _now, uniquePart) => plainReference(uniquePart),

    /**
     * Sends the message to each recipient at most once, in groups. After the gateway refuses a group, no
     * further group is sent.
     */
    async dispatch(attempt): Promise<VendorOutcome> {
      const { vendorReference, request, window } = attempt;
      if (request.service !== 'sms') return NOT_SOLD;
      const taken = new Map<string, RecipientState>();
      for (let next = 0; next < request.recipients.length; next += RECIPIENTS_MAX) {
        const to = request.recipients.slice(next, next + RECIPIENTS_MAX).map(vendorNumber);
        const said = readSent(await send(request, to, attempt), vendorReference, window);
        if ('messages' in said) {
          if (!to.every((number) => said.messages.has(number)))
            return { outcome: 'unknown', reason: 'recipients missing' };
          for (const [recipient, state] of said.messages) taken.set(recipient, state);
          continue;
        }
        if (taken.size > 0 && (said.outcome === 'failed' || said === CLAIM_TOO_OLD)) break;
        return said;
      }
      return withoutNotFound(summarise(request.recipients, taken, 'refused'));
    },

    async query({ vendorReference, request }): Promise<QueryOutcome> {
      if (request.service !== 'sms') return { outcome: 'unknown', reason: 'not an SMS' };
      const path = `/api/sms/inbox?api_key=${encodeURIComponent(apiKey)}&reference=${vendorReference}`;
      const result = await repeated(() => client.get(path, {}, queryTimeoutMs));
      if (!result.answered) return { outcome: 'unknown', reason: result.reason, silent: true };
      if (result.status !== 200) return { outcome: 'unknown', reason: `http ${result.status}` };
      const states = readMessages(jsonOf(result), vendorReference);
      if (!states) return { outcome: 'unknown', reason: 'no list of messages' };
      return summarise(orderedNumbers(request.recipients, states), states, 'unexplained');
    },

    async balance() {
      const path = `/api/get-balance?api_key=${encodeURIComponent(apiKey)}`;
      const result = await repeated(() => client.get(path, {}, queryTimeoutMs));
      if (!result.answered || result.status !== 200) return undefined;
      return koboFromVendor(fieldsOf(jsonOf(result))?.['balance']);
    },

    close: () => client.close(),
  };
}

interface Taken {
  readonly messages: ReadonlyMap<string, RecipientState>;
}

function readSent(result: CallResult, reference: string, window: SendWindow): Taken | VendorOutcome {
  if (!result.answered) return unanswered(result, window);
  const answer = fieldsOf(jsonOf(result));
  if (!answer) return { outcome: 'unknown', reason: `http ${result.status}` };
  const cause = REFUSED[result.status];
  if (cause && typeof answer['message'] === 'string' && answer['messages'] === undefined)
    return refusedFor(`HTTP_${result.status}`, cause);
  if (result.status !== 200 || answer['code'] !== 'ok')
    return { outcome: 'unknown', reason: `http ${result.status}` };
  const messages = readMessages(answer['messages'], reference);
  return messages && messages.size > 0 ? { messages } : { outcome: 'unknown', reason: 'no list of messages' };
}

const withoutNotFound = (outcome: QueryOutcome): VendorOutcome =>
  outcome.outcome === 'notFound' ? { outcome: 'unknown', reason: outcome.code } : outcome;

/** Reads a webhook that is not signed. Such a webhook only causes a `query`. */
export function parseTermiiWebhook(hook: unknown): { readonly vendorReference: string } | undefined {
  const { type, reference } = fieldsOf(hook) ?? {};
  return type === 'outbound' && typeof reference === 'string' && /^NL[A-Za-z0-9]{1,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}
