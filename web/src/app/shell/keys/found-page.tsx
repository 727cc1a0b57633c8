import { type Text, textOf } from '../../../languages/language.js';
import type { Icon } from '../../../ui/icons.js';
import classes from './keys.module.css';
import type { Found } from './palette.js';

/** A page that can be gone to. */
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

/** Whether something is named so that the typed letters are in it. */
export function fitting(typed: string): (found: Found) => boolean {
  const wanted = plain(typed);
  return ({ name, text = '' }) => plain(name + text).includes(wanted);
}
