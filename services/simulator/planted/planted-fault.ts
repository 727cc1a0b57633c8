import type { Wiring } from '../wiring.js';

/** A fault that the simulator has to find. The names with a number are those of faults that the product once had. */
export interface PlantedFault {
  readonly name: string;
  readonly what: string;
  /** A seed that finds it, the first one when this was written: `--planted` looks for it anew. */
  readonly foundBy: number;
  readonly wiring: Wiring;
}
