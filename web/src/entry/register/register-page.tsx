import { Fragment, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { signedOut } from '../../api/session.slice.js';
import { tokenStore } from '../../api/token-store.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, FieldPair, Form, FormNote } from '../../ui/form/form.js';
import { PasswordField, passwordFault } from '../../ui/form/password-field.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { EntryFrame, EntryLinks } from '../../ui/layout/entry-frame.js';
import { legalTitle } from '../../ui/layout/legal-title.js';

const { useLegalPagesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    legalPages: build.query<CallAnswer<'legalPages'>, void>({ query: () => reading('legalPages', {}) }),
  }),
});

const EMPTY = { email: '', fname: '', lname: '', phone_number: '', password1: '', password2: '' };
type Field = keyof typeof EMPTY;
const FIELDS = Object.keys(EMPTY) as Field[];

function useRegistration() {
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({});
  const { busy, error, failure, send, clear } = useSend('register', {
    refused: t('Registration failed. Please try again.'),
    broken: t('An error occurred during registration. Please try again.'),
  });
  const { data: legal, refetch } = useLegalPagesQuery();
  const pages = legal?.pages ?? [];
  const isOutdated = failure?.code === 'TERMS_CHANGED';
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const errorOf = (field: Field): string | undefined => faults[field] ?? errorOfField(failure, field);
  const edit = (field: Field, value: string): void => {
    setTyped((so) => ({ ...so, [field]: value }));
    setFaults({});
    clear();
  };
  const register = async (): Promise<void> => {
    const fault = passwordFault(typed.password1, typed.password2);
    if (fault) return setFaults(fault);
    const accepted = Object.fromEntries(pages.map(({ page, version }) => [page, version]));
    const answer = await send({
      ...typed,
      email: typed.email.trim(),
      ...(pages.length > 0 && { accepted }),
    });
    if (!answer) return;
    tokenStore.clear();
    dispatch(signedOut());
    void navigate('/login', { replace: true, state: { reason: 'registered', email: typed.email.trim() } });
  };
  const underField = FIELDS.some((field) => errorOf(field));
  return { typed, edit, errorOf, register, busy, pages, error: underField ? undefined : error };
}

export default function RegisterPage() {
  const { typed, edit, errorOf, register, busy, pages, error } = useRegistration();
  const text = (field: Field) => ({
    name: field,
    required: true,
    withAsterisk: false,
    size: 'md' as const,
    value: typed[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => edit(field, event.currentTarget.value),
  });
  return (
    <EntryFrame title={t('Create an account')} lead={t('One wallet for airtime, data, bills and transfers.')}>
      <Form onSend={register}>
        <FormError message={error} />
        <RequiredField
          label={t('Email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          {...text('email')}
        />
        <FieldPair>
          <RequiredField
            label={t('First name')}
            autoComplete="given-name"
            maxLength={60}
            {...text('fname')}
          />
          <RequiredField
            label={t('Last name')}
            autoComplete="family-name"
            maxLength={60}
            {...text('lname')}
          />
        </FieldPair>
        <RequiredField
          label={t('Phone number')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          placeholder="0803 123 4567"
          {...text('phone_number')}
        />
        <PasswordField
          label={t('Password')}
          name="password1"
          kind="new"
          description={t('At least {length} characters.', { length: 8 })}
          value={typed.password1}
          error={errorOf('password1')}
          onChange={(value) => edit('password1', value)}
        />
        <PasswordField
          label={t('Confirm password')}
          name="password2"
          kind="new"
          value={typed.password2}
          error={errorOf('password2')}
          onChange={(value) => edit('password2', value)}
        />
        <FormNote>
          {t(
            'By creating an account you agree that your wallet is for your own purchases, that we keep a record of each of them, and that we may ask who you are before large payments.',
          )}
        </FormNote>
        {pages.length > 0 ? (
          <FormNote>
            {t('You also agree to these pages:')}{' '}
            {pages.map(({ page }, index) => (
              <Fragment key={page}>
                {index > 0 ? ', ' : ''}
                <a href={`/${page}`} target="_blank" rel="noopener">
                  {legalTitle(page)}
                </a>
              </Fragment>
            ))}
          </FormNote>
        ) : null}
        <BusyButton busy={busy} busyText={t('Processing...')}>
          {t('Create account')}
        </BusyButton>
        <EntryLinks>
          <span>{t('Do you have an account?')}</span>
          <Link to="/login">{t('Log in')}</Link>
        </EntryLinks>
      </Form>
    </EntryFrame>
  );
}
