import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count, naira } from '../../ui/format.js';
import classes from './admin-catalogue.module.css';

export type PricePreview = CallAnswer<'previewPrices'>;
type Row = PricePreview['rows'][number];
type Change = Row['price'];

interface FileFaultsProps {
  readonly faults: PricePreview['faults'];
  readonly total: number;
}

export function FileFaults({ faults, total }: FileFaultsProps) {
  return (
    <div className={classes.bulk}>
      <Notice tone="bad" title="No price was changed.">
        {total === 1 ? 'One thing is' : `${count(total)} things are`} wrong with the file. Correct it, and
        upload it again.
      </Notice>
      <div className={classes.scroller} role="region" aria-label="What is wrong, scrollable" tabIndex={0}>
        <table className={classes.table}>
          <caption className="nl-hidden">What is wrong</caption>
          <thead>
            <tr>
              <th scope="col" data-number>
                Line
              </th>
              <th scope="col">Column</th>
              <th scope="col">What to do</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, column, message }, index) => (
              <tr key={index}>
                <td data-number>{line}</td>
                <td>{column || 'All of it'}</td>
                <td data-wrap>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {faults.length < total ? <p>And {count(total - faults.length)} more.</p> : null}
    </div>
  );
}

export function PriceDifferences({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <div className={classes.scroller} role="region" aria-label="What differs, scrollable" tabIndex={0}>
      <table className={classes.table}>
        <caption className="nl-hidden">What differs</caption>
        <thead>
          <tr>
            <th scope="col" data-number>
              Line
            </th>
            <th scope="col">Plan</th>
            {['Price', 'Affiliates', 'Vendor charges', 'Margin', 'Margin of affiliates'].map((head) => (
              <th key={head} scope="col" data-number>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} data-warns={row.below_cost || undefined}>
              <td data-number>{row.line}</td>
              <th scope="row">
                {row.plan}
                <Notes row={row} />
              </th>
              <Changed {...changeOf(row, row.price)} />
              <Changed {...changeOf(row, row.affiliate_price)} />
              <Changed {...changeOf(row, row.cost)} />
              <Changed
                {...changeOf(row, row.tier_margins.regular)}
                note={row.below_cost ? 'below cost' : undefined}
              />
              <Changed {...changeOf(row, row.tier_margins.affiliate)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const changeOf = ({ is_new: isNew }: Row, { was, now }: Change): Change => ({ was: isNew ? now : was, now });

function Notes({ row: { is_new: isNew, details, jumps } }: { readonly row: Row }) {
  const changes = details.map(({ field, was, now }) =>
    isNew || was === '' ? `${field}: ${now || 'none'}` : `${field}: ${was}, now ${now || 'none'}`,
  );
  return (
    <>
      {isNew ? <span className={classes.note}>New plan</span> : null}
      {changes.length > 0 ? <span className={classes.hint}>{changes.join(' · ')}</span> : null}
      {jumps ? <span className={classes.note}>Moves by more than a fifth</span> : null}
    </>
  );
}

interface GonePlansProps {
  readonly gone: PricePreview['gone'];
}

export function GonePlans({ gone }: GonePlansProps) {
  return (
    <details>
      <summary>
        {gone.length === 1
          ? 'One plan on sale is missing in the file.'
          : `${count(gone.length)} plans on sale are missing in the file.`}
      </summary>
      <ul className={classes.gone}>
        {gone.map(({ service, code, plan }) => (
          <li key={`${service} ${code}`}>
            {code} {plan}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Changed({ was, now, note }: Change & { readonly note?: string | undefined }) {
  return (
    <td data-number data-same={was === now || undefined}>
      {was === now ? null : (
        <>
          <s className={classes.was}>
            <span className="nl-hidden">was </span>
            {naira(was)}
          </s>{' '}
          <span className="nl-hidden">now </span>
        </>
      )}
      <span className={classes.now}>{naira(now)}</span>
      {note ? <span className={classes.note}>{note}</span> : null}
    </td>
  );
}
