import { STATEMENT_FORMATS, STATEMENT_PATH } from '../../../../services/contracts/history.calls.js';
import { DownloadIcon } from '../../ui/icons.js';
import classes from './history.module.css';

interface StatementProps {
  readonly from: string;
  readonly to: string;
}

/** What was bought and paid in between these days, as a file to keep. */
export function Statement({ from, to }: StatementProps) {
  const days = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}) }).toString();
  return (
    <div className={classes.statement} role="group" aria-label="Download the statement">
      Statement
      {STATEMENT_FORMATS.map((format) => (
        <a key={format} href={`${STATEMENT_PATH}${format}${days ? `?${days}` : ''}`} download>
          <DownloadIcon /> {format.toUpperCase()}
          <span className="nl-hidden"> statement</span>
        </a>
      ))}
    </div>
  );
}
