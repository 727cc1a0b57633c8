import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';

const FirstPinForm = loadPart(() => import('./first-pin-form.js'));

export default function SetPinPage() {
  const { data: user, isLoading } = useUserDataQuery();
  return (
    <EntryFrame
      title={t('Set Transaction Pin')}
      lead={t('Four digits with which you agree to every payment.')}
    >
      {isLoading ? <PageLoader /> : null}
      {!isLoading && user?.is_transaction_pin_set ? <PinIsSet /> : null}
      <Suspense fallback={<PageLoader />}>
        {!isLoading && !user?.is_transaction_pin_set ? <FirstPinForm /> : null}
      </Suspense>
    </EntryFrame>
  );
}

function PinIsSet() {
  return (
    <>
      <Notice
        tone="good"
        announce={false}
        title={t('Your PIN is set.')}
        action={<Link to="/changepin">{t('Change it')}</Link>}
      >
        {t('You agree to every payment with it. If you have forgotten it, choose a new one there.')}
      </Notice>
      <EntryLinks>
        <Link to="/home">{t('Go to the dashboard')}</Link>
      </EntryLinks>
    </>
  );
}
