import { createHash } from 'node:crypto';
import { RuleBroken } from '../../contracts/errors.js';
import type { DrawnLogo } from './logo.decider.js';
import { PictureFault, readHead, type Picture } from './picture-head.js';
import { drawPicture } from './draw-picture.js';

export async function readLogo(file: Uint8Array): Promise<DrawnLogo> {
  const picture = requirePicture(file);
  const answer = await drawPicture({ kind: 'logo', picture });
  if (!answer) throw refusal('takes too long to read: save it again as PNG, 512 pixels wide');
  if ('fault' in answer) throw refusal(answer.fault ?? 'is damaged or cut off: save it again as PNG');
  const drawn = answer.done as Omit<DrawnLogo, 'digest'>;
  return { ...drawn, digest: createHash('sha256').update(drawn.png).digest('hex') };
}

export function requirePicture(file: Uint8Array): Picture {
  try {
    return readHead(file);
  } catch (error) {
    throw error instanceof PictureFault ? refusal(error.message) : error;
  }
}

const refusal = (reason: string): RuleBroken =>
  new RuleBroken('VALIDATION_FAILED', { field: 'logo', reason });
