import type { NetworkCode } from '../../../../../services/contracts/fields/codes.js';
import { NetworkBadge, NETWORK_CODES, networkName } from '../../../domain/brands/network.js';
import { t } from '../../../languages/language.js';
import { CheckIcon, CrossIcon } from '../../../ui/icons.js';
import classes from './network-picker.module.css';

interface NetworkPickerProps {
  readonly network: NetworkCode | undefined;
  /**
   * Network to which the first digits of this number usually belong. Only a suggestion, because a customer
   * can move a number to another network.
   */
  readonly detected: NetworkCode | undefined;
  readonly onChange: (network: NetworkCode) => void;
  readonly error: string | undefined;
  readonly off?: ReadonlySet<number>;
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
      <legend>{t('Network')}</legend>
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
              {off?.has(code) ? <span className="nl-hidden">, {t('temporarily unavailable')}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <p id="network-hint" className={classes.hint} role="status">
        {network && off?.has(network) ? (
          <span data-mismatch>
            <CrossIcon /> {t('{network} is temporarily unavailable.', { network: networkName(network) })}
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
  if (!network) return <>{t('Select a network')}</>;
  if (!detected) return <>{t('{network} selected.', { network: networkName(network) })}</>;
  if (network === detected)
    return (
      <span data-match>
        <CheckIcon />{' '}
        {t(
          takesAn(network)
            ? 'Network matches: this is an {network} number.'
            : 'Network matches: this is a {network} number.',
          { network: networkName(network) },
        )}
      </span>
    );
  return (
    <span data-mismatch>
      <CrossIcon />{' '}
      {t(
        takesAn(detected)
          ? 'Network does not match: this looks like an {detected} number. If it was moved to {network}, continue.'
          : 'Network does not match: this looks like a {detected} number. If it was moved to {network}, continue.',
        { detected: networkName(detected), network: networkName(network) },
      )}
    </span>
  );
}

const takesAn = (network: NetworkCode): boolean => network === 1 || network === 3;
