import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';
import type { LogoGround } from '../../contracts/brand/logo.js';

/** Events of the stream `logo`, caused by owners or on the command line. Contain no personal data. */
export type LogoEvent = NewEvent<'LogoSet', LogoSet> | NewEvent<'LogoRemoved', LogoRemoved>;

export interface LogoSet {
  readonly version: number;
  /** At most 100,000 bytes, in base64. */
  readonly png: string;
  readonly digest: string;
  readonly width: number;
  readonly height: number;
  readonly ground: LogoGround;
}

export interface LogoRemoved {
  readonly version: number;
  /** `digest` of the removed logo. */
  readonly was: string;
}

export type LogoFact =
  | { readonly type: 'LogoSet'; readonly data: LogoSet }
  | { readonly type: 'LogoRemoved'; readonly data: LogoRemoved };

export const LOGO_STREAM = 'logo';

export const logoEvent = eventReader<LogoEvent>({ LogoSet: true, LogoRemoved: true });
