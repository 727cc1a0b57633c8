import { CopyButton } from '../../ui/copy-button.js';
import classes from './audit.module.css';

/** A command to be run elsewhere, to copy. */
export const Command = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className={classes.command}>
    <code className={classes.mono}>{text}</code>
    <CopyButton value={text} label={label} />
  </div>
);
