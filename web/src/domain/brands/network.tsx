import { NETWORKS, type NetworkCode } from '../../../../services/contracts/fields/codes.js';
import classes from './network.module.css';

const DISPLAY: Readonly<Record<NetworkCode, string>> = { 1: 'MTN', 2: 'Glo', 3: 'Airtel', 4: '9mobile' };

export const NETWORK_CODES: readonly NetworkCode[] = [1, 2, 3, 4];

export const networkName = (code: NetworkCode): string => DISPLAY[code];

export function networkOfName(text: string | undefined): NetworkCode | undefined {
  return NETWORK_CODES.find((code) => String(code) === text || NETWORKS[code] === text);
}

const INITIALS: Readonly<Record<NetworkCode, string>> = { 1: 'MTN', 2: 'glo', 3: 'air', 4: '9m' };

/** Logo of a network. Hidden from screen readers, because the name of the network always stands beside it. */
export function NetworkBadge({ network }: { readonly network: NetworkCode }) {
  return (
    <span className={classes.badge} data-network={network} aria-hidden="true">
      {INITIALS[network]}
    </span>
  );
}
