import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, NO_STREAM, type EventStore } from '../../infra/event-store/event-store.js';
import { apiTokenStream } from './user.events.js';
import { apiTokenDigest, Users } from './users.js';
import { fact, writeStream, type Story } from './write-stream.js';

/** 256 random bits that a reseller's server shows instead of a session. */
export const newApiToken = (): string => `nl_${randomBytes(32).toString('base64url')}`;

/** What screens show of a token. Empty when there is none. */
export const maskedApiToken = (lastFour: string | undefined): string => (lastFour ? `nl_...${lastFour}` : '');

/** The fact that a token exists; the same in the stream that finds its owner and in the owner's own. */
export const apiTokenIssued = (userId: string, token: string, story: Story) =>
  fact('ApiTokenIssued', { userId, tokenDigest: apiTokenDigest(token), lastFour: token.slice(-4) }, story);

@Injectable()
export class ApiTokens {
  constructor(
    private readonly users: Users,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Makes a token, shown whole only here. The one before it stops working at once. */
  async issue(userId: string, story: Story): Promise<string> {
    const token = newApiToken();
    const findable = apiTokenIssued(userId, token, story);
    await writeStream(this.store, apiTokenStream(findable.data.tokenDigest), NO_STREAM, [findable]);
    await this.users.change(userId, () => [apiTokenIssued(userId, token, story)]);
    return token;
  }
}
