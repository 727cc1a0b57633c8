import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { USER_REASON_MAX } from '../../../../services/contracts/admin/users.contract.js';
import { newKey, errorOfField } from '../../api/use-send.js';
import { api, findOutSession } from '../../api/base-api.js';
import { call } from '../../api/call.js';
import { isSignedOut, type Failure } from '../../api/failure.js';
import { useMay } from '../../api/use-signed-in.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FieldPair, Form, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type ListedUser, nameOf } from './users.api.js';

const BROKEN = 'An error occurred while updating user information.';

type Outcome = { readonly done: string } | { readonly failure: Failure };

const formOf = (user: ListedUser) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  wallet_balance: user.wallet_balance.toFixed(2),
  upgrade_user: user.upgrade_user,
});
type UserForm = ReturnType<typeof formOf>;

const personOf = ({ wallet_balance: _, ...person }: UserForm) => person;

/** Omits an unchanged email, because the server refuses the empty one of a customer who moved in without. */
const changedPersonOf = (typed: UserForm, loaded: UserForm) => {
  const { email, ...person } = personOf(typed);
  return email === loaded.email ? person : { ...person, email };
};

/** The server refuses the change when `loaded` is outdated. */
export function EditUserSheet({
  user,
  onClose,
}: {
  readonly user: ListedUser;
  readonly onClose: () => void;
}) {
  const [loaded] = useState(() => formOf(user));
  const [typed, setTyped] = useState(loaded);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  // `key` is the idempotency key of the form.
  const [key, setKey] = useState(newKey);
  const seesPeople = useMay('support');
  const dispatch = useDispatch();
  const moves = typed.wallet_balance !== loaded.wallet_balance;
  const failure = outcome && 'failure' in outcome ? outcome.failure : undefined;
  const done = outcome !== undefined && 'done' in outcome;

  const change = (next: Partial<UserForm>): void => {
    setTyped((so) => ({ ...so, ...next }));
    setOutcome(undefined);
    setKey(newKey());
  };
  const send = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    const body = {
      ...(seesPeople ? changedPersonOf(typed, loaded) : {}),
      // Send `wallet_balance` only if the administrator edited it. Purchases may have changed the balance
      // since the sheet was opened.
      ...(moves ? { wallet_balance: typed.wallet_balance, reason } : {}),
      loaded: { ...(seesPeople ? personOf(loaded) : {}), wallet_balance: loaded.wallet_balance },
    };
    const result = await call('updateUser', body, { id: user.id, headers: { 'idempotency-key': key } });
    setBusy(false);
    setOutcome('data' in result ? { done: result.data.message } : { failure: result.failure });
    if ('failure' in result && isSignedOut(result.failure)) void findOutSession(dispatch);
    // Reload even after a refusal, because another administrator may have made a change first.
    dispatch(api.util.invalidateTags(['Users']));
  };

  const fields = { typed, loaded, failure, onChange: change };
  return (
    <Sheet title={`Edit ${nameOf(user)}`} onClose={onClose}>
      <Form onSend={send}>
        <PersonFields {...fields} disabled={!seesPeople || done} />
        <BalanceFields
          {...fields}
          reason={reason}
          disabled={done}
          onReason={(words) => {
            setReason(words);
            setOutcome(undefined);
          }}
        />
        <Checkbox
          label="Affiliate (upgraded user)"
          disabled={!seesPeople || done}
          checked={typed.upgrade_user}
          onChange={(event) => change({ upgrade_user: event.currentTarget.checked })}
        />
        {failure ? (
          <Notice tone="bad">{failure.http === 0 ? BROKEN : failure.message || BROKEN}</Notice>
        ) : null}
        {outcome && 'done' in outcome ? <Notice tone="good">{outcome.done}</Notice> : null}
        {done ? (
          <Button fullWidth size="md" onClick={onClose}>
            Done
          </Button>
        ) : (
          <BusyButton busy={busy} busyText="Updating..." disabled={moves && reason.trim() === ''}>
            Update user
          </BusyButton>
        )}
      </Form>
    </Sheet>
  );
}

interface FieldsProps {
  readonly typed: UserForm;
  readonly loaded: UserForm;
  readonly failure: Failure | undefined;
  readonly disabled: boolean;
  readonly onChange: (next: Partial<UserForm>) => void;
}

function PersonFields({ typed, loaded, failure, disabled, onChange }: FieldsProps) {
  const movesAway = typed.email.trim().toLowerCase() !== loaded.email.toLowerCase();
  const text = (label: string, name: 'first_name' | 'last_name' | 'email') => (
    <RequiredField
      label={label}
      name={name}
      required={name !== 'email' || loaded.email !== ''}
      disabled={disabled}
      type={name === 'email' ? 'email' : 'text'}
      maxLength={name === 'email' ? 254 : 60}
      autoComplete="off"
      value={typed[name]}
      error={errorOfField(failure, name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <FieldPair>
        {text('First name', 'first_name')}
        {text('Last name', 'last_name')}
      </FieldPair>
      {text('Email', 'email')}
      {movesAway ? (
        <FormNote>
          The user is signed out everywhere, verifies the new email, and makes a new API token. For a while,
          money leaves to known recipients only.
        </FormNote>
      ) : null}
    </>
  );
}

interface BalanceFieldsProps extends FieldsProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

function BalanceFields(props: BalanceFieldsProps) {
  const { typed, loaded, failure, disabled, onChange, reason, onReason } = props;
  const mayMove = useMay('finance');
  const moves = typed.wallet_balance !== loaded.wallet_balance;
  return (
    <>
      <RequiredField
        label="Wallet balance"
        name="wallet_balance"
        inputMode="decimal"
        disabled={!mayMove || disabled}
        autoComplete="off"
        value={typed.wallet_balance}
        error={errorOfField(failure, 'wallet_balance')}
        description={
          moves ? `It was ${naira(Number(loaded.wallet_balance))} when this form was opened.` : undefined
        }
        onChange={(event) => onChange({ wallet_balance: event.currentTarget.value })}
      />
      {moves ? (
        <RequiredField
          label="Reason for the new balance"
          name="reason"
          maxLength={USER_REASON_MAX}
          disabled={disabled}
          autoComplete="off"
          value={reason}
          error={errorOfField(failure, 'reason')}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      ) : null}
    </>
  );
}
