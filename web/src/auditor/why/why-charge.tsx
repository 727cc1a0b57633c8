import { Link } from 'react-router-dom';
import { CopyButton } from '../../ui/copy-button.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from '../audit.module.css';
import { nairaOfKobo } from '../audit-words.js';
import { SetByWhom, EventLink } from './set-by-whom.js';
import own from './why.module.css';
import { actorWords, type Why } from './why-words.js';

export function Ordered({ why }: { readonly why: Why }) {
  const { accepted, people, tier, userId } = why;
  const owner = people.find(({ id }) => id === userId)?.name ?? userId;
  return (
    <Card
      title={why.product}
      aside={
        <span className={classes.buttons}>
          <Link to={`/audit/proofs?reference=${encodeURIComponent(why.reference)}`}>Prove it</Link>
        </span>
      }
    >
      <dl className={classes.facts}>
        <div>
          <dt>Reference</dt>
          <dd>
            <span className={classes.mono}>{why.reference}</span>{' '}
            <CopyButton value={why.reference} label="Copy the reference" />
          </dd>
        </div>
        <div>
          <dt>Ordered</dt>
          <dd>
            {lagosTime(accepted.at)} · <EventLink of={accepted} />
          </dd>
        </div>
        <div>
          <dt>By</dt>
          <dd>
            {actorWords(accepted.actor, people)}
            {why.pinless ? ', without the PIN' : ''}
          </dd>
        </div>
        <div>
          <dt>Wallet</dt>
          <dd>
            <Link to={`/audit/replay?wallet=${encodeURIComponent(userId)}`}>{owner}</Link>
          </dd>
        </div>
        <div>
          <dt>Prices of</dt>
          <dd>
            {tier.ordered} customers
            {tier.inForce !== null && tier.inForce !== tier.ordered ? (
              <span className={classes.bad}>, and was {tier.inForce} then</span>
            ) : null}
            {tier.set.event ? (
              <>
                <br />
                <SetByWhom set={tier.set} people={people} />
              </>
            ) : null}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

const PARTS = [
  { part: 'amount', label: 'List price', minus: false },
  { part: 'discount', label: 'Discount', minus: true },
  { part: 'fee', label: 'Fee', minus: false },
  { part: 'price', label: 'Charged', minus: false },
  { part: 'expectedCost', label: 'The vendor takes', minus: true },
] as const;

export function Price({ why: { charged, recomputed } }: { readonly why: Why }) {
  return (
    <Card title="How the price follows">
      <table className={`${classes.postings} ${own.price}`}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" data-number>
              Stored
            </th>
            <th scope="col" data-number>
              Recomputed
            </th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map(({ part, label, minus }) => (
            <Part
              key={part}
              label={label}
              total={part === 'price'}
              stored={signed(charged[part], minus)}
              again={recomputed ? signed(recomputed[part], minus) : null}
            />
          ))}
          <Part
            label="Left to us"
            total
            stored={leftOf(charged)}
            again={recomputed ? leftOf(recomputed) : null}
          />
        </tbody>
      </table>
    </Card>
  );
}

const signed = (kobo: string, minus: boolean): string => String(minus ? -BigInt(kobo) : BigInt(kobo));
const leftOf = ({ price, expectedCost }: Why['charged']): string =>
  String(BigInt(price) - BigInt(expectedCost));

interface PartProps {
  readonly label: string;
  readonly total: boolean;
  /** Kobo. */
  readonly stored: string;
  readonly again: string | null;
}

function Part({ label, total, stored, again }: PartProps) {
  const differs = again !== null && again !== stored;
  return (
    <tr className={own.part} data-total={total || undefined} data-differs={differs || undefined}>
      <th scope="row">{label}</th>
      <td data-number>{nairaOfKobo(stored)}</td>
      <td data-number>
        {again === null ? '–' : nairaOfKobo(again)}
        {differs ? <span className={classes.bad}> differs</span> : null}
      </td>
    </tr>
  );
}
