import { writeFileSync } from 'node:fs';
import { drawIcons } from './draw-icons.js';
import { drawLogo } from './draw-logo.js';
import { PictureFault, type Picture } from './picture-head.js';

export type PictureJob =
  | { readonly kind: 'logo'; readonly picture: Picture }
  | { readonly kind: 'icons'; readonly colour: string; readonly logo: Uint8Array | undefined };

export type PictureAnswer = { readonly done: unknown } | { readonly fault: string | undefined };

function answerOf(job: PictureJob): PictureAnswer {
  try {
    return { done: job.kind === 'logo' ? drawLogo(job.picture) : drawIcons(job.colour, job.logo) };
  } catch (error) {
    return { fault: error instanceof PictureFault ? error.message : undefined };
  }
}

try {
  // When memory runs out, the system ends this process first, not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}

process.once('message', (job) => {
  process.send!(answerOf(job as PictureJob), () => process.disconnect());
});
