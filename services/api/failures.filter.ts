import { randomUUID } from 'node:crypto';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { unsharedAnswer } from './headers.js';
import { failureOf } from './failure.js';

/** The one place where something thrown becomes an answer. */
@Catch()
export class FailuresFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>();
    answerFailure(error, request, reply, this.logger);
  }
}

/** Answers with the failure, and logs what an operator has to explain under the reference the customer was given. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const { statusCode, answer, retryAfterSeconds, unexpected } = failureOf(error, newReference);
  if (unexpected)
    logger.error(
      { err: error, reference: answer.reference, method: request.method, route: request.routeOptions.url },
      'request failed',
    );
  else if (answer.code === 'SIGNATURE_INVALID')
    logger.warn({ route: request.routeOptions.url, address: request.ip }, 'webhook with a wrong signature');
  if (reply.sent) return;
  unsharedAnswer(reply);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (answer.code === 'SHUTTING_DOWN') reply.header('connection', 'close');
  void reply.code(statusCode).header('content-type', 'application/json; charset=utf-8').send(answer);
}

/** Short enough to be read out on the phone. */
const newReference = (): string => randomUUID().slice(0, 8);
