import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { t, type Text, textOf } from '../../../languages/language.js';
import { type Icon, SearchIcon } from '../../../ui/icons.js';
import { Dialog } from '../../../ui/layout/dialog.js';
import classes from './keys.module.css';

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly text?: string;
  readonly mark: ReactNode;
  readonly to: string;
  /** Navigation state for `to`. */
  readonly state?: object;
  readonly run?: () => void;
}

export interface FoundGroup {
  readonly title: string;
  readonly found: readonly Found[];
}

export const pageOf = (name: Text, to: string, PageIcon: Icon, run?: () => void): Found => ({
  id: to,
  name: textOf(name),
  to,
  mark: (
    <span className={classes.icon}>
      <PageIcon />
    </span>
  ),
  ...(run && { run }),
});

const plain = (text: string): string => text.toLowerCase().replace(/\s/g, '');

/** True for items whose name or text contains `typed`. Spaces and capital letters do not matter. */
export function fitting(typed: string): (found: Found) => boolean {
  const wanted = plain(typed);
  return ({ name, text = '' }) => plain(name + text).includes(wanted);
}

interface PaletteProps {
  readonly what: string;
  readonly typed: string;
  readonly groups: readonly FoundGroup[];
  readonly searching: boolean;
  readonly onTyped: (typed: string) => void;
  readonly onClose: () => void;
}

export function Palette({ what, typed, groups, searching, onTyped, onClose }: PaletteProps) {
  const all = groups.flatMap(({ found }) => found);
  // Keep the id of the chosen item, because its index changes when more results arrive.
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
        <span className="nl-hidden">{what}</span>
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${name}-list`}
          aria-activedescendant={chosen && idOf(chosen)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={what}
          value={typed}
          onChange={(event) => {
            onTyped(event.currentTarget.value);
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
