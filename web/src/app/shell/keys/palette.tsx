import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../languages/language.js';
import { SearchIcon } from '../../../ui/icons.js';
import { Dialog } from '../../../ui/layout/dialog.js';
import classes from './keys.module.css';
import { useFound, type Found } from './use-found.js';

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

interface PaletteProps {
  readonly onClose: () => void;
  /** Shows the list of keys instead. */
  readonly onKeys: () => void;
}

/** Finds pages, recipients and transactions by a few letters: the arrows choose, Enter goes there. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const { groups, searching } = useFound(typed, onKeys);
  const all = groups.flatMap(({ found }) => found);
  // By what it is, so that answers that come later do not move it.
  const [chosenId, setChosenId] = useState<string>();
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  const list = useRef<HTMLDivElement>(null);
  const name = useId();
  const navigate = useNavigate();
  const idOf = ({ id }: Found): string => `${name}-${id}`;

  const go = (found: Found): void => {
    onClose();
    if (found.run) found.run();
    else void navigate(found.to, { state: found.state });
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = STEPS.get(event.key);
    if (by && chosen) setChosenId(all[(all.indexOf(chosen) + by + all.length) % all.length]?.id);
    else if (event.key === 'Enter' && chosen) go(chosen);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <Dialog title={t('Find')} place="middle" closesOutside onClose={onClose}>
      <label className={classes.search}>
        <SearchIcon />
        <span className="nl-hidden">{t('Pages, recipients, transactions')}</span>
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${name}-list`}
          aria-activedescendant={chosen && idOf(chosen)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('Pages, recipients, transactions')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosenId(undefined);
          }}
          onKeyDown={pressed}
        />
      </label>
      <div ref={list} id={`${name}-list`} role="listbox" aria-label={t('Found')} className={classes.found}>
        {groups.map(({ title, found }) => (
          <div key={title} role="group" aria-label={title}>
            <p className={classes.heading} aria-hidden="true">
              {title}
            </p>
            {found.map((one) => (
              <div
                key={one.id}
                id={idOf(one)}
                role="option"
                aria-selected={one === chosen}
                className={classes.option}
                onClick={() => go(one)}
              >
                {one.mark}
                <span>{one.name}</span>
                {one.text ? <small>{one.text}</small> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classes.none}>
        {all.length === 0 ? (searching ? t('Searching...') : t('Nothing found.')) : ''}
      </p>
    </Dialog>
  );
}
