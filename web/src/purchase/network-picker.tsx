import type { NetworkCode } from '../../../services/contracts/services.js';
import { NetworkBadge, NETWORK_CODES, networkName } from '../domain/network.js';
import { CheckIcon, CrossIcon } from '../ui/icons.js';
import classes from './network-picker.module.css';

interface NetworkPickerProps {
  readonly network: NetworkCode | undefined;
  /** What the number says; a hint, because numbers move between networks. */
  readonly detected: NetworkCode | undefined;
  readonly onChange: (network: NetworkCode) => void;
  readonly error: string | undefined;
  /** Networks that cannot be bought from at the moment. */
  readonly off?: ReadonlySet<number>;
  /** The name of the field in the contract. */
  readonly name?: string;
}

export function NetworkPicker({
  network,
  detected,
  onChange,
  error,
  off,
  name = 'network',
}: NetworkPickerProps) {
  return (
    <fieldset
      className={classes.field}
      data-invalid={error ? true : undefined}
      aria-describedby="network-hint"
    >
      <legend>Network</legend>
      <div className={classes.options}>
        {NETWORK_CODES.map((code) => (
          <label key={code} className={classes.option} data-off={off?.has(code) || undefined}>
            <input
              type="radio"
              name={name}
              value={code}
              checked={network === code}
              onChange={() => onChange(code)}
            />
            <NetworkBadge network={code} />
            <span>
              {networkName(code)}
              {off?.has(code) ? <span className="nl-hidden">, temporarily unavailable</span> : null}
            </span>
          </label>
        ))}
      </div>
      <p id="network-hint" className={classes.hint} role="status">
        {network && off?.has(network) ? (
          <span data-mismatch>
            <CrossIcon /> {networkName(network)} is temporarily unavailable.
          </span>
        ) : (
          <Hint network={network} detected={detected} />
        )}
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
