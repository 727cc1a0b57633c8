import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { Notice } from '../../ui/notice.js';

/** What an account still needs before anything can be bought. */
export function AccountSteps() {
  const { data: user } = useUserDataQuery();
  if (user && !user.is_email_verify)
    return (
      <Notice
        tone="warn"
        announce={false}
        title="Verify your email to buy and to fund your wallet."
        action={<Link to="/verify-email">Verify it now</Link>}
      >
        We have mailed you a code.
      </Notice>
    );
  if (user && !user.is_transaction_pin_set)
    return (
      <Notice
        tone="warn"
        announce={false}
        title="Set your transaction PIN to buy."
        action={<Link to="/setpin">Set it now</Link>}
      >
        Four digits with which you agree to every payment.
      </Notice>
    );
  return null;
}
