import type { Checkpoints } from '../../../infra/checkpoints/checkpoints.js';
import { nowMs } from '../../../infra/host/clock.js';

const noteOf = (provider: string): string => `failing-sweep:${provider}`;

async function failingSince(checkpoints: Checkpoints, provider: string): Promise<number | undefined> {
  const state = (await checkpoints.load(noteOf(provider)))?.state;
  return typeof state === 'number' ? state : undefined;
}

/** Stores since when the list of a provider cannot be read. `ended` and `failed` store only changes. */
export class FailingSweeps {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly provider: string,
  ) {}

  async failed(): Promise<void> {
    if ((await failingSince(this.checkpoints, this.provider)) === undefined) await this.note(nowMs());
  }

  async ended(): Promise<void> {
    if ((await failingSince(this.checkpoints, this.provider)) !== undefined) await this.note(null);
  }

  private note(state: number | null): Promise<void> {
    return this.checkpoints.save(noteOf(this.provider), { position: 0, state });
  }
}

export interface FailingSweep {
  readonly provider: string;
  /** Unix ms. */
  readonly since: number;
}

/** Returns the providers whose list cannot be read. Other processes stored that. */
export async function failingSweeps(
  checkpoints: Checkpoints,
  providers: readonly string[],
): Promise<readonly FailingSweep[]> {
  const found: FailingSweep[] = [];
  for (const provider of providers) {
    const since = await failingSince(checkpoints, provider);
    if (since !== undefined) found.push({ provider, since });
  }
  return found;
}
