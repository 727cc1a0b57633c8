import type { KeyObject } from 'node:crypto';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore, RecordedEvent, Wants } from '../../infra/event-store/event-store.js';
import type { Mail } from '../../infra/mail/mailer.js';
import { codeDigits } from '../accounts/code-digits.js';
import { noticesOf } from '../accounts/notice-settings.js';
import type { UserEvent } from '../accounts/user.events.js';
import type { KnownPeople } from './known-people.js';
import { codeLetter, purchaseLetter, securityLetter, type Letter, type PurchaseEnd } from './letters.js';
import { purchaseFacts, type PurchaseEnded } from './purchase-facts.js';

export interface NoticeDeps {
  readonly eventStore: EventStore;
  readonly vault: Pick<KeyVault, 'open'>;
  readonly people: Pick<KnownPeople, 'byId'>;
  /** From `codeKey`. */
  readonly codeKey: KeyObject;
}

type Told = RecordedEvent & (UserEvent | PurchaseEnded);

const ENDS: Record<PurchaseEnded['type'], PurchaseEnd> = {
  PurchaseCaptured: 'delivered',
  PurchaseReleased: 'refunded',
  PurchaseReversed: 'reversed',
};

const ACCOUNT_NEWS: ReadonlySet<string> = new Set([
  ...(['CodeIssued', 'RegistrationRepeated', 'PasswordChanged', 'PinChanged', 'ApiTokenIssued'] as const),
]);

/** What may be somebody's news, or change what is known of somebody. */
export const concernsSomebody: Wants = (type, stream) => type in ENDS || stream.startsWith('user-');

/** Which of the two lanes an event's mail takes; undefined for events that nobody is told of. */
export function laneOf({ type, stream, actor }: RecordedEvent): 'account' | 'purchase' | undefined {
  if (type in ENDS) return 'purchase';
  if (!ACCOUNT_NEWS.has(type) || !stream.startsWith('user-')) return undefined;
  // Tokens that the machine gave out, for a demonstration, are nobody's news.
  return type === 'ApiTokenIssued' && actor.kind === 'system' ? undefined : 'account';
}

/** The mail that an event is worth; undefined when the person wants none, is forgotten, or has no address. */
export async function composeNotice(event: RecordedEvent, deps: NoticeDeps): Promise<Mail | undefined> {
  const told = event as unknown as Told;
  const user = await deps.people.byId(told.data.userId);
  if (!user || user.email === '') return undefined;
  const letter = await letterFor();
  return letter && { id: told.id, to: user.email, ...letter };

  function originOf({ actor, data }: Told): { readonly address?: string; readonly device?: string } {
    return actor.sealed === undefined ? {} : (deps.vault.open(data.userId, actor.sealed) ?? {});
  }

  async function letterFor(): Promise<Letter | undefined> {
    const name = user?.firstName ?? '';
    switch (told.type) {
      case 'CodeIssued': {
        const { userId, purpose } = told.data;
        return codeLetter(name, purpose, codeDigits(deps.codeKey, userId, told.data));
      }
      case 'RegistrationRepeated':
      case 'PasswordChanged':
      case 'PinChanged':
      case 'ApiTokenIssued':
        return securityLetter(name, told.type, { at: told.at, ...originOf(told) });
      case 'PurchaseCaptured':
      case 'PurchaseReleased':
      case 'PurchaseReversed': {
        const wanted = user && noticesOf(user);
        const end = ENDS[told.type];
        if (end === 'delivered' ? !wanted?.delivered : !wanted?.refunded) return undefined;
        const facts = await purchaseFacts(told, deps);
        return facts && purchaseLetter(name, end, facts);
      }
      default:
        return undefined;
    }
  }
}
