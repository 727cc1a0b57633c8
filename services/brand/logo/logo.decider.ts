import { RuleBroken } from '../../contracts/errors.js';
import type { LogoGround } from '../../contracts/brand/logo.js';
import type { LogoFact, LogoSet } from './logo.events.js';

export interface Logo extends Pick<LogoSet, 'digest' | 'width' | 'height' | 'ground'> {
  readonly png: Buffer;
}

export interface DrawnLogo {
  readonly png: Uint8Array;
  /** SHA-256 of `png`, hexadecimal. */
  readonly digest: string;
  readonly width: number;
  readonly height: number;
  readonly ground: LogoGround;
}

export interface LogoState {
  readonly logo?: Logo;
  readonly version: number;
}

export const WITHOUT_LOGO: LogoState = { version: 0 };

export type LogoCommand = {
  readonly seen: number | undefined;
} & ({ readonly type: 'SetLogo'; readonly drawn: DrawnLogo } | { readonly type: 'RemoveLogo' });

export function decide(command: LogoCommand, { logo, version: before }: LogoState): readonly LogoFact[] {
  const { seen } = command;
  const version = before + 1;
  if (command.type === 'RemoveLogo') {
    if (!logo) return [];
    requireSeen(seen, before);
    return [{ type: 'LogoRemoved', data: { version, was: logo.digest } }];
  }
  const { png, ...drawn } = command.drawn;
  if (drawn.digest === logo?.digest) return [];
  requireSeen(seen, before);
  const text = Buffer.from(png).toString('base64');
  return [{ type: 'LogoSet', data: { version, png: text, ...drawn } }];
}

export function evolve(event: LogoFact): LogoState {
  if (event.type === 'LogoRemoved') return { version: event.data.version };
  const { version, png, digest, width, height, ground } = event.data;
  return { version, logo: { png: Buffer.from(png, 'base64'), digest, width, height, ground } };
}

function requireSeen(seen: number | undefined, now: number): void {
  if (seen !== undefined && seen !== now)
    throw new RuleBroken('STALE_EDIT', { what: 'The logo', now: `version ${now}` });
}
