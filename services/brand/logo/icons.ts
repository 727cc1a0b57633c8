import { createHash } from 'node:crypto';
import { monotonicMs } from '../../../infra/host/clock.js';
import type { Brand } from '../../contracts/brand/brand.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import type { Logo } from './logo.decider.js';
import { drawPicture } from './draw-picture.js';

type Painted = Pick<Brand, 'colour'>;
export type IconFiles = ReadonlyMap<string, Buffer>;

export function iconsVersion(
  { colour }: Painted,
  logo: Pick<Logo, 'digest'> | undefined,
): string | undefined {
  if (!logo && colour === DEFAULT_BRAND.colour) return undefined;
  return createHash('sha256')
    .update(`${colour} ${logo?.digest ?? ''}`)
    .digest('hex')
    .slice(0, 10);
}

const RETRY_AFTER_MS = 60_000;

export class Icons {
  private kept: { readonly version: string; readonly files: Promise<IconFiles | undefined> } | undefined;
  private failedAtMs = -Infinity;

  constructor(private readonly draw = drawPicture) {}

  of({ colour }: Painted, logo: Logo | undefined): Promise<IconFiles | undefined> {
    const version = iconsVersion({ colour }, logo);
    if (version === undefined) return Promise.resolve(undefined);
    if (this.kept?.version === version) return this.kept.files;
    if (monotonicMs() - this.failedAtMs < RETRY_AFTER_MS) return Promise.resolve(undefined);
    const files = this.made(colour, logo);
    this.kept = { version, files };
    return files;
  }

  private async made(colour: string, logo: Logo | undefined): Promise<IconFiles | undefined> {
    const answer = await this.draw({ kind: 'icons', colour, logo: logo?.png }).catch(() => undefined);
    if (!answer || 'fault' in answer) {
      this.failedAtMs = monotonicMs();
      this.kept = undefined;
      return undefined;
    }
    const drawn = Object.entries(answer.done as Readonly<Record<string, Uint8Array>>);
    return new Map(drawn.map(([path, bytes]) => [path, Buffer.from(bytes)]));
  }
}
