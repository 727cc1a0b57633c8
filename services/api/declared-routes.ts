import type { RouteRules } from './access.js';

export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly rules: RouteRules;
}

/** Every route of the server with what it declared, as they were added. */
export class DeclaredRoutes {
  readonly list: DeclaredRoute[] = [];
}
