import { CopyButton } from '../../ui/copy-button.js';
import classes from './documentation-page.module.css';

/** Text for a terminal, ready to copy. */
export function CodeSample({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={classes.sample}>
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      <CopyButton value={text} label={`Copy ${label}`} />
    </div>
  );
}
