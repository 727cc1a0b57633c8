import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, NO_STREAM, type EventStore } from '../../../infra/event-store/event-store.js';
import { randomBytes } from '../../../infra/host/chance.js';
import { apiTokenStream } from '../user.events.js';
import type { IssueApiToken } from '../user.decider.js';
import { apiTokenDigest, Users } from '../users.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, type EventContext } from '../../../infra/event-store/event-context.js';

/**
 * Makes an API token from 256 random bits. The server of a reseller sends this token instead of a
 * session cookie.
 */
export const newApiToken = (): string => `nl_${randomBytes(32).toString('base64url')}`;

export const maskedApiToken = (lastFour: string | undefined): string => (lastFour ? `nl_...${lastFour}` : '');

export const apiTokenIssued = (userId: string, token: string, context: EventContext) =>
  fact('ApiTokenIssued', { userId, tokenDigest: apiTokenDigest(token), lastFour: token.slice(-4) }, context);

@Injectable()
export class ApiTokens {
  constructor(
    private readonly users: Users,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Makes a new API token, which cannot be shown in full again later. The customer's previous token stops
   * working.
   * @param epochs `credentialEpoch` when the session started (`epoch`) and when the password was checked
   *   (`confirmedEpoch`)
   * @throws RuleBroken(EMAIL_NOT_VERIFIED | SESSION_EXPIRED)
   */
  async issue(
    userId: string,
    context: EventContext,
    epochs: Pick<IssueApiToken, 'epoch' | 'confirmedEpoch'> = {},
  ): Promise<string> {
    const token = newApiToken();
    const findable = apiTokenIssued(userId, token, context);
    const { tokenDigest, lastFour } = findable.data;
    await appendSurely(this.store, apiTokenStream(tokenDigest), NO_STREAM, [findable]);
    await this.users.handle(userId, { type: 'IssueApiToken', tokenDigest, lastFour, ...epochs }, context);
    return token;
  }
}
