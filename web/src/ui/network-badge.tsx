import type { NetworkCode } from '../../../services/contracts/services.js';
import classes from './network-badge.module.css';

const INITIALS: Readonly<Record<NetworkCode, string>> = { 1: 'MTN', 2: 'glo', 3: 'air', 4: '9m' };

/** A round mark in the colours people know the operators by. Decoration: the name always stands beside it. */
export function NetworkBadge({ network }: { readonly network: NetworkCode }) {
  return (
    <span className={classes.badge} data-network={network} aria-hidden="true">
      {INITIALS[network]}
    </span>
  );
}
