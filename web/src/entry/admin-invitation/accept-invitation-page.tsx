import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { ADMIN_PASSWORD_LENGTH_MIN } from '../../../../services/contracts/admin/administrators.contract.js';
import { call } from '../../api/call.js';
import type { Failure } from '../../api/failure.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { LoadError } from '../../domain/load-error.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { PasswordField, passwordFault } from '../../ui/form/password-field.js';
import { lagosTime } from '../../ui/format.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';

const TITLE = 'You are invited';
const LEAD = "To the administrators' side of this installation.";

type Offer = CallAnswer<'adminInvitation'>;

/**
 * The token of the invitation is in the fragment of the URL, because browsers do not send the fragment to
 * servers.
 */
export default function AcceptInvitationPage() {
  const invitation = useLocation().hash.slice(1);
  if (invitation !== '') return <Invited key={invitation} invitation={invitation} />;
  return (
    <EntryFrame staff title={TITLE} lead={LEAD}>
      <Notice tone="info" announce={false}>
        Open this page with the whole link of the mail you were sent.
      </Notice>
      <EntryLinks>
        <Link to="/adminlogin">Log in</Link>
      </EntryLinks>
    </EntryFrame>
  );
}

function Invited({ invitation }: { readonly invitation: string }) {
  const [offer, setOffer] = useState<Offer>();
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void call('adminInvitation', { invitation }, { signal: leaving.signal }).then((result) => {
      if (leaving.signal.aborted) return;
      if ('data' in result) setOffer(result.data);
      else setFailure(result.failure);
    });
    return () => leaving.abort();
  }, [invitation, attempt]);

  const retry = (): void => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <EntryFrame staff title={TITLE} lead={LEAD}>
      {offer ? <AcceptForm invitation={invitation} offer={offer} /> : null}
      {failure ? <Refused failure={failure} onRetry={retry} /> : null}
      {!offer && !failure ? <PageLoader /> : null}
    </EntryFrame>
  );
}

function Refused({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  if (!failure.code.startsWith('INVITATION_'))
    return <LoadError error={failure} fallback="The invitation could not be opened." onRetry={onRetry} />;
  return (
    <>
      <Notice tone={failure.code === 'INVITATION_USED' ? 'info' : 'bad'}>{failure.message}</Notice>
      <EntryLinks>
        <Link to="/adminlogin">Log in</Link>
      </EntryLinks>
    </>
  );
}

const offered = ({ role, permissions }: Offer): string => {
  if (role === 'auditor') return 'an auditor, who reads and changes nothing';
  return permissions.length === 0 ? 'an admin' : `an admin for ${permissions.join(' and ')}`;
};

function AcceptForm({ invitation, offer }: { readonly invitation: string; readonly offer: Offer }) {
  const [password1, setPassword1] = useState('');
  const [password2, setPassword2] = useState('');
  const [fault, setFault] = useState<ReturnType<typeof passwordFault>>();
  const { send, busy, error, failure, clear } = useSend('acceptAdminInvitation', {
    refused: 'The invitation could not be accepted.',
    broken: 'No answer came back. Send it again, or try to log in.',
  });
  const navigate = useNavigate();
  const editing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFault(undefined);
    clear();
  };
  const accept = async (): Promise<void> => {
    const found = passwordFault(password1, password2, ADMIN_PASSWORD_LENGTH_MIN);
    setFault(found);
    if (found) return;
    const answer = await send({ invitation, password1, password2 });
    if (answer) void navigate('/adminlogin', { replace: true, state: { reason: 'invited' } });
  };
  const underField = errorOfField(failure, 'password1') ?? errorOfField(failure, 'password2');
  return (
    <Form onSend={accept}>
      <p>
        Hello {offer.first_name}. You will be {offered(offer)}.
      </p>
      <TextInput
        label="Email"
        description="You log in with it."
        type="email"
        name="username"
        autoComplete="username"
        size="md"
        readOnly
        value={offer.email}
      />
      <PasswordField
        label="Password"
        name="password1"
        kind="new"
        description={`At least ${ADMIN_PASSWORD_LENGTH_MIN} characters.`}
        value={password1}
        error={fault?.password1 ?? errorOfField(failure, 'password1')}
        onChange={editing(setPassword1)}
      />
      <PasswordField
        label="Confirm password"
        name="password2"
        kind="new"
        value={password2}
        error={fault?.password2 ?? errorOfField(failure, 'password2')}
        onChange={editing(setPassword2)}
      />
      <FormError message={underField ? undefined : error} />
      <BusyButton busy={busy} busyText="Processing...">
        Accept invitation
      </BusyButton>
      <FormNote>
        This link works once, until <time dateTime={offer.expires_at}>{lagosTime(offer.expires_at)}</time>.
      </FormNote>
      <EntryLinks>
        <Link to="/adminlogin">Log in</Link>
      </EntryLinks>
    </Form>
  );
}
