import { createHmac } from 'node:crypto';
import {
  type EventStore,
  NO_STREAM,
  RevisionConflict,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { normalisePhone } from '../contracts/fields/phones.js';
import { type PhoneEvent, phoneStream } from './user.events.js';

/**
 * Claims of phone numbers by imported customers without an email. Registrations claim no phone number.
 * Otherwise, a stranger could lock an imported customer out.
 */
export class PhoneClaims {
  constructor(
    private readonly store: Pick<EventStore, 'append' | 'readStream'>,
    private readonly key: Buffer,
  ) {}

  async ownerOf(phone: string): Promise<string | undefined> {
    return (await this.claimOf(phone)).owner;
  }

  /** @returns false when the phone belongs to another customer */
  async claim(phone: string, userId: string, context: EventContext): Promise<boolean> {
    const { owner, head } = await this.claimOf(phone);
    if (owner !== undefined) return owner === userId;
    return (
      (await this.append(phone, head, fact('PhoneClaimed', { userId }, context))) ||
      (await this.ownerOf(phone)) === userId
    );
  }

  async free(phone: string, userId: string, context: EventContext): Promise<void> {
    const { owner, head } = await this.claimOf(phone);
    if (owner === userId) await this.append(phone, head, fact('PhoneFreed', { userId }, context));
  }

  private async claimOf(
    phone: string,
  ): Promise<{ readonly owner: string | undefined; readonly head: StreamHead }> {
    const [last] = await this.store.readStream(this.stream(phone), { direction: 'backwards', limit: 1 });
    const owner = last?.type === 'PhoneClaimed' ? (last.data['userId'] as string) : undefined;
    return { owner, head: last ?? NO_STREAM };
  }

  private async append(phone: string, head: StreamHead, event: PhoneEvent): Promise<boolean> {
    try {
      await appendSurely(this.store, this.stream(phone), head, [event]);
      return true;
    } catch (error) {
      if (error instanceof RevisionConflict) return false;
      throw error;
    }
  }

  private stream(phone: string): string {
    const text = `phone ${normalisePhone(phone) ?? phone}`;
    return phoneStream(createHmac('sha256', this.key).update(text).digest('hex'));
  }
}
