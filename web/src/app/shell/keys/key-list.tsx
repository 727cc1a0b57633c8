import { Switch } from '@mantine/core';
import { t, type Text, textOf } from '../../../languages/language.js';
import { Dialog } from '../../../ui/layout/dialog.js';
import classes from './keys.module.css';
import { OTHER_KEYS, type Place } from './shortcuts.js';

interface KeyListProps {
  readonly places: readonly Place[];
  readonly finds: Text;
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
  readonly onClose: () => void;
}

export function KeyList({ places, finds, on, onTurn, onClose }: KeyListProps) {
  return (
    <Dialog title={t('Keyboard')} place="middle" closesOutside onClose={onClose}>
      <dl className={classes.keys}>
        <Line keys={['Ctrl', 'K']} name={finds} />
        {OTHER_KEYS.map(({ keys, name }) => (
          <Line key={keys.join(' ')} keys={keys} name={name} />
        ))}
      </dl>
      <h3 className={classes.heading}>{t('Go to')}</h3>
      <dl className={classes.keys}>
        {places.map(({ key, name }) => (
          <Line key={key} keys={['g', key]} name={name} />
        ))}
      </dl>
      <Switch
        className={classes.turn ?? ''}
        label={t('Single keys')}
        description={t('Turned off, letters alone do nothing; Ctrl K still does.')}
        checked={on}
        onChange={(event) => onTurn(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

function Line({ keys, name }: { readonly keys: readonly string[]; readonly name: Text }) {
  return (
    <div>
      <dt>{textOf(name)}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
