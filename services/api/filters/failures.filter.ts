import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { StoreUnavailable } from '../../../infra/event-store/event-store.js';
import { LedgerDamaged } from '../../../infra/event-store/lmdb/ledger-damaged.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { isMalformed } from '../http/malformed-requests.js';
import { KeysUnavailable } from '../../../infra/crypto/key-vault.js';
import { DiskUnavailable } from '../../../infra/lmdb/disk-space.js';
import { ReadModelsUnavailable } from '../../../infra/read-store/view.js';
import { SessionsUnavailable } from '../../../infra/sessions/session-store.js';
import {
  messageOf,
  RuleBroken,
  statusOf,
  type ErrorCode,
  type ErrorDetails,
  type FailureAnswer,
} from '../../contracts/errors.js';
import { storeRefusal } from '../../wallet/unreadable-wallet.js';

const AWAY_EVERY_MS = 10_000;
const AWAY = [SessionsUnavailable, KeysUnavailable, DiskUnavailable, ReadModelsUnavailable, StoreUnavailable];
const isStoreAway = (error: unknown): error is Error => AWAY.some((kind) => error instanceof kind);

@Catch()
export class FailuresFilter implements ExceptionFilter {
  private readonly awayLoggedAt = new Map<string, number>();
  /** Messages of damage that are logged. Each names its position in the log. */
  private readonly damage = new Set<string>();

  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>();
    this.logAway(error, request);
    this.logDamage(error instanceof RuleBroken ? error.cause : error, request);
    answerFailure(error, request, reply, this.logger);
  }

  /** Logs why a store does not answer, at most once in ten seconds for each store. */
  private logAway(error: unknown, request: FastifyRequest): void {
    if (!isStoreAway(error)) return;
    const now = monotonicMs();
    if (now - (this.awayLoggedAt.get(error.name) ?? -Infinity) < AWAY_EVERY_MS) return;
    this.awayLoggedAt.set(error.name, now);
    this.logger.warn({ err: error, route: request.routeOptions.url }, 'a store does not answer');
  }

  private logDamage(error: unknown, request: FastifyRequest): void {
    if (!(error instanceof LedgerDamaged) || this.damage.has(error.message)) return;
    this.damage.add(error.message);
    this.logger.error({ err: error, route: request.routeOptions.url }, 'the log is damaged');
  }
}

/** The log entry of the error has the same `reference` that the customer sees. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const { statusCode, answer, retryAfterSeconds, unexpected } = failureOf(error, newReference);
  if (isMalformed(answer.code)) request.noteMalformed?.();
  if (unexpected)
    logger.error(
      { err: error, reference: answer.reference, method: request.method, route: request.routeOptions.url },
      'request failed',
    );
  else if (answer.code === 'SIGNATURE_INVALID')
    logger.warn({ route: request.routeOptions.url, address: request.ip }, 'webhook with a wrong signature');
  if (reply.sent) return;
  const { call } = reply.raw;
  if (call) call.errorCode = answer.code;
  unsharedAnswer(reply);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (answer.code === 'SHUTTING_DOWN') reply.header('connection', 'close');
  void reply.code(statusCode).header('content-type', 'application/json; charset=utf-8').send(answer);
}

export const unsharedAnswer = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');

const newReference = (): string => randomUUID().slice(0, 8);

interface Failure {
  readonly statusCode: number;
  readonly answer: FailureAnswer;
  /** Sent as `retry-after`. */
  readonly retryAfterSeconds?: number;
  readonly unexpected: boolean;
}

const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  INVALID_PHONE: 'phone',
  AMOUNT_BELOW_MIN: 'amount',
  AMOUNT_ABOVE_MAX: 'amount',
  PIN_INCORRECT: 'transaction_pin',
};

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'INVALID_JSON',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

const RETRY_UNAVAILABLE_SECONDS = 2;

function failureOf(error: unknown, newReference: () => string): Failure {
  const refusal = storeRefusal(error);
  if (refusal instanceof RuleBroken) return expected(refusal.code, refusal.details);
  if (error instanceof SessionsUnavailable) return expected('SESSIONS_UNAVAILABLE', {});
  if (error instanceof KeysUnavailable || error instanceof DiskUnavailable)
    return expected('LEDGER_UNAVAILABLE', {});
  if (error instanceof ReadModelsUnavailable) return expected('READ_MODEL_UNAVAILABLE', {});
  const status = error instanceof HttpException ? error.getStatus() : clientFault(error);
  const code = BY_STATUS[status];
  if (code) return expected(code, {});
  const reference = newReference();
  const answer = {
    status: false,
    code: 'INTERNAL',
    message: messageOf('INTERNAL', { reference }),
    reference,
  } as const;
  return { statusCode: 500, answer, unexpected: true };
}

function expected(code: ErrorCode, details: ErrorDetails): Failure {
  const statusCode = statusOf(code);
  const field = typeof details['field'] === 'string' ? details['field'] : FIELD_OF[code];
  const earlier = details['earlier_reference'];
  const answer: FailureAnswer = {
    status: false,
    code,
    message: messageOf(code, details),
    ...(field === undefined ? {} : { field }),
    ...(typeof earlier === 'string' && { earlier_reference: earlier }),
    ...(statusCode === 429 && { policy: String(details['policy'] ?? 'attempts') }),
  };
  const again = statusCode === 503 || statusCode === 429;
  const seconds = details['seconds'] ?? (again ? RETRY_UNAVAILABLE_SECONDS : undefined);
  const retry = typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {};
  return { statusCode, answer, ...retry, unexpected: statusCode === 500 };
}

/**
 * Returns the HTTP status of an error that the client caused, such as a broken connection or an
 * unreadable request. Returns 500 for other errors.
 */
function clientFault(error: unknown): number {
  if (!(error instanceof Error)) return 500;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || error.name === 'AbortError')
    return 400;
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number'
    ? statusCode
    : 500;
}
