import type { NetworkCode } from '../../../../services/contracts/services.js';
import { CheckIcon, CrossIcon } from '../../ui/icons.js';
import { NetworkBadge } from '../../ui/network-badge.js';
import { NETWORK_CODES, networkName } from '../../ui/networks.js';
import classes from './network-picker.module.css';

interface NetworkPickerProps {
  readonly network: NetworkCode | undefined;
  /** What the number says; a hint, because numbers move between networks. */
  readonly detected: NetworkCode | undefined;
  readonly onChange: (network: NetworkCode) => void;
  readonly error: string | undefined;
}

export function NetworkPicker({ network, detected, onChange, error }: NetworkPickerProps) {
  return (
    <fieldset className={classes.field} aria-describedby="network-hint">
      <legend>Network</legend>
      <div className={classes.options}>
        {NETWORK_CODES.map((code) => (
          <label key={code} className={classes.option}>
            <input
              type="radio"
              name="network"
              value={code}
              checked={network === code}
              onChange={() => onChange(code)}
            />
            <NetworkBadge network={code} />
            <span>{networkName(code)}</span>
          </label>
        ))}
      </div>
      <p id="network-hint" className={classes.hint} role="status">
        <Hint network={network} detected={detected} />
      </p>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function Hint({ network, detected }: Pick<NetworkPickerProps, 'network' | 'detected'>) {
  if (!network) return <>Select a network</>;
  if (!detected) return <>{networkName(network)} selected.</>;
  if (network === detected)
    return (
      <span data-match>
        <CheckIcon /> Network matches: this is {indefinite(network)} number.
      </span>
    );
  return (
    <span data-mismatch>
      <CrossIcon /> Network does not match: this looks like {indefinite(detected)} number. If it was moved to{' '}
      {networkName(network)}, continue.
    </span>
  );
}

const indefinite = (network: NetworkCode): string =>
  `${network === 1 || network === 3 ? 'an' : 'a'} ${networkName(network)}`;
