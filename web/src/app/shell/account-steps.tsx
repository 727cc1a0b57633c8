import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { t } from '../../languages/language.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime } from '../../ui/format.js';

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
  if (user?.payouts_wait)
    return (
      <Notice
        tone="warn"
        announce={false}
        title={t('Payments to new people wait until {when}.', { when: lagosTime(user.payouts_from) })}
      >
        {user.payouts_wait === 'email-changed'
          ? t(
              'Our staff changed the email of your account. Transfers, betting and exam pins wait, too. Contact support if you need them earlier.',
            )
          : t('Your PIN was reset. Contact support if you need to pay a new account earlier.')}
      </Notice>
    );
  return null;
}
