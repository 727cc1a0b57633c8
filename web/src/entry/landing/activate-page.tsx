import { Link } from 'react-router-dom';
import { msg, t } from '../../languages/language.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';
import classes from './activate-page.module.css';

const STEPS = [
  [
    msg('Create an account'),
    msg('Your name, email and phone number.'),
    '/register',
    msg('Create an account'),
  ],
  [msg('Verify your email'), msg('With the code we mail you.'), '/verify-email', msg('Verify your email')],
  [
    msg('Set your transaction PIN'),
    msg('Four digits with which you agree to every payment.'),
    '/setpin',
    msg('Set your PIN'),
  ],
  [msg('Top up'), msg('Transfer to the account number that is yours alone.'), '/topup', msg('Top up')],
] as const;

export default function ActivatePage() {
  return (
    <EntryFrame title={t('Activate your account')} lead={t('Four steps, and your wallet is ready to pay.')}>
      <ol className={classes.steps}>
        {STEPS.map(([name, text, to, label]) => (
          <li key={to}>
            <strong>{t(name)}</strong>
            <span>{t(text)}</span>
            <Link to={to}>{t(label)}</Link>
          </li>
        ))}
      </ol>
      <EntryLinks>
        <Link to="/login">{t('Log in')}</Link>
        <Link to="/onset">{t('What this wallet does')}</Link>
      </EntryLinks>
    </EntryFrame>
  );
}
