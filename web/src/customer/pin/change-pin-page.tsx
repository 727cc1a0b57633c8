import { useSearchParams } from 'react-router-dom';
import { msg, t } from '../../languages/language.js';
import { Tabs } from '../../ui/form/tabs.js';
import { Page } from '../../ui/layout/page.js';
import { ChangePinForm } from './change-pin-form.js';
import { ResetPinForm } from './reset-pin-form.js';

const WAYS = [
  { value: 'change', label: msg('I know my PIN') },
  { value: 'reset', label: msg('I have forgotten it') },
] as const;

export default function ChangePinPage() {
  const [params, setParams] = useSearchParams();
  const way = params.has('forgotten') ? 'reset' : 'change';
  return (
    <Page
      title={t('Change Transaction Pin')}
      lead={t('The four digits with which you agree to every payment.')}
      narrow
    >
      <Tabs
        label={t('How to change it')}
        tabs={WAYS}
        open={way}
        onOpen={(next) => setParams(next === 'reset' ? { forgotten: '' } : {}, { replace: true })}
      />
      {way === 'change' ? <ChangePinForm /> : <ResetPinForm />}
    </Page>
  );
}
