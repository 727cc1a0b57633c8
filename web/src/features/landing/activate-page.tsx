import { Link } from 'react-router-dom';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';
import classes from './activate-page.module.css';

const STEPS = [
  ['Create an account', 'Your name, email and phone number.', '/register', 'Create an account'],
  ['Verify your email', 'With the code we mail you.', '/verify-email', 'Verify your email'],
  [
    'Set your transaction PIN',
    'Four digits with which you agree to every payment.',
    '/setpin',
    'Set your PIN',
  ],
  ['Top up', 'Transfer to the account number that is yours alone.', '/topup', 'Top up'],
] as const;

/** The way from nothing to a wallet that can pay, each step with its page. */
export default function ActivatePage() {
  return (
    <EntryFrame title="Activate your account" lead="Four steps, and your wallet is ready to pay.">
      <ol className={classes.steps}>
        {STEPS.map(([name, text, to, label]) => (
          <li key={name}>
            <strong>{name}</strong>
            <span>{text}</span>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
      <EntryLinks>
        <Link to="/login">Log in</Link>
        <Link to="/onset">What this wallet does</Link>
      </EntryLinks>
    </EntryFrame>
  );
}
