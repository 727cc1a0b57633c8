import { NETWORKS, type NetworkCode } from '../../../../services/contracts/services.js';
import classes from './network.module.css';

/** How the operators write themselves. */
const DISPLAY: Readonly<Record<NetworkCode, string>> = { 1: 'MTN', 2: 'Glo', 3: 'Airtel', 4: '9mobile' };

export const NETWORK_CODES: readonly NetworkCode[] = [1, 2, 3, 4];

export const networkName = (code: NetworkCode): string => DISPLAY[code];

/** From a code or a name of the contract. */
export function networkOfName(text: string | undefined): NetworkCode | undefined {
  return NETWORK_CODES.find((code) => String(code) === text || NETWORKS[code] === text);
}

const INITIALS: Readonly<Record<NetworkCode, string>> = { 1: 'MTN', 2: 'glo', 3: 'air', 4: '9m' };

/** A round mark in the colours people know the operators by. Decoration: the name always stands beside it. */
export function NetworkBadge({ network }: { readonly network: NetworkCode }) {
  return (
    <span className={classes.badge} data-network={network} aria-hidden="true">
      {INITIALS[network]}
    </span>
  );
}
