import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { newKey, errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FieldPair, Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type Access, AccessFields } from './access-fields.js';

const FIELDS = ['email', 'first_name', 'last_name'] as const;
const NOBODY = { email: '', first_name: '', last_name: '' };

export function InviteSheet({ onClose }: { readonly onClose: () => void }) {
  const [person, setPerson] = useState(NOBODY);
  const [access, setAccess] = useState<Access>({ role: 'admin', permissions: ['support'] });
  const [formId, setFormId] = useState(newKey);
  const { send, busy, error, failure, clear } = useSend('inviteAdministrator', {
    refused: 'The invitation could not be sent.',
    broken: 'No answer came back. Send it again: they are invited once.',
  });
  const dispatch = useDispatch();
  const changed = (): void => {
    setFormId(newKey());
    clear();
  };
  const invite = async (): Promise<void> => {
    const { email, first_name, last_name } = person;
    const answer = await send({
      email: email.trim(),
      first_name: first_name.trim(),
      last_name: last_name.trim(),
      ...access,
      form_id: formId,
    });
    dispatch(api.util.invalidateTags(['Administrators', 'Activity']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  const field = (name: (typeof FIELDS)[number]) => ({
    ...({ name, size: 'md', required: true, withAsterisk: false, autoComplete: 'off' } as const),
    value: person[name],
    error: errorOfField(failure, name),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = currentTarget;
      setPerson((so) => ({ ...so, [name]: value }));
      changed();
    },
  });
  const underField = FIELDS.some((name) => errorOfField(failure, name));
  return (
    <Sheet title="Invite an administrator" onClose={onClose}>
      <Form onSend={invite}>
        <RequiredField {...field('email')} label="Email" type="email" maxLength={254} data-autofocus />
        <FieldPair>
          <RequiredField {...field('first_name')} label="First name" maxLength={60} />
          <RequiredField {...field('last_name')} label="Last name" maxLength={60} />
        </FieldPair>
        <AccessFields
          access={access}
          onChange={(next) => {
            setAccess(next);
            changed();
          }}
        />
        <FormNote>They are mailed a link with which they choose their password.</FormNote>
        <FormError message={underField ? undefined : error} />
        <BusyButton busy={busy} busyText="Processing...">
          Send invitation
        </BusyButton>
      </Form>
    </Sheet>
  );
}
