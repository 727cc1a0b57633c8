import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type Access, AccessFields } from './access-fields.js';
import { type Administrator, nameOf } from './administrators.api.js';

/** The server refuses the change when `loaded` is outdated. */
export function AccessSheet({ row, onClose }: { readonly row: Administrator; readonly onClose: () => void }) {
  const [loaded] = useState<Access>({ role: row.role, permissions: row.permissions });
  const [access, setAccess] = useState(loaded);
  const { send, busy, error, clear } = useSend(
    'changeAccess',
    {
      refused: 'The access could not be changed.',
      broken: 'No answer came back. Send it again: it is done once.',
    },
    { id: row.id },
  );
  const dispatch = useDispatch();
  const change = async (): Promise<void> => {
    const answer = await send({
      ...access,
      loaded_role: loaded.role,
      loaded_permissions: loaded.permissions,
    });
    // Reload even after a refusal, because another administrator may have made a change first.
    dispatch(api.util.invalidateTags(['Administrators', 'Activity']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`Access of ${nameOf(row)}`} onClose={onClose}>
      <Form onSend={change}>
        <AccessFields
          access={access}
          onChange={(next) => {
            setAccess(next);
            clear();
          }}
        />
        <FormNote>It holds from their next click, in every browser they are signed in with.</FormNote>
        <FormError message={error} />
        <BusyButton busy={busy} busyText="Updating...">
          Change access
        </BusyButton>
      </Form>
    </Sheet>
  );
}
