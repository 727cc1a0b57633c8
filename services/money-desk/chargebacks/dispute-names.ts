import { hash } from 'node:crypto';
import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';
import { lettersOf } from '../../contracts/fields/spelled-alike.js';

/** What a payment provider calls a dispute. */
export interface DisputeName {
  readonly provider: string;
  readonly dispute: string;
}

export const disputeStream = ({ provider, dispute }: DisputeName): string =>
  `dispute-${provider}-${hash('sha256', lettersOf(dispute), 'hex').slice(0, 40)}`;

const uuidOf = uuidsOf('6b1f0c52-4f0e-5d8b-9a37-c1d2e84f7a90');

/** Names what the wallet is told of a dispute: whoever derives it, from the same dispute. */
export const disputeIdOf = ({ provider, dispute }: DisputeName, what: 'taken' | 'won' | 'frozen'): string =>
  uuidOf(`${provider}|${lettersOf(dispute)}|${what}`);
