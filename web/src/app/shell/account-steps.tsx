import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';

export function AccountSteps() {
  const { data: user } = useUserDataQuery();
  if (user && !user.is_email_verify)
    return (
      <Notice
        tone="warn"
        announce={false}
        title={t('Verify your email to buy and to fund your wallet.')}
        action={<Link to="/verify-email">{t('Verify it now')}</Link>}
      >
        {t('We have mailed you a code.')}
      </Notice>
    );
  if (user && !user.is_transaction_pin_set)
    return (
      <Notice
        tone="warn"
        announce={false}
        title={t('Set your transaction PIN to buy.')}
        action={<Link to="/setpin">{t('Set it now')}</Link>}
      >
        {t('Four digits with which you agree to every payment.')}
      </Notice>
    );
  return null;
}
