import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type Invitation, nameOf } from './administrators.api.js';

const DEEDS = {
  sendInvitation: {
    word: 'Send again',
    note: 'They are mailed a new link. Those of before stop working.',
    warns: false,
  },
  withdrawInvitation: {
    word: 'Withdraw',
    note: 'The link stops working at once. You can invite them again at any time.',
    warns: true,
  },
} as const;

export type InvitationDeed = keyof typeof DEEDS;

/**
 * Asks for confirmation before an invitation is sent again or withdrawn. The list may have moved, so the tap
 * may have hit the wrong row.
 */
export function InvitationSheet({
  deed,
  row,
  onClose,
}: {
  readonly deed: InvitationDeed;
  readonly row: Invitation;
  readonly onClose: () => void;
}) {
  const { word, note, warns } = DEEDS[deed];
  const { send, busy, error } = useSend(
    deed,
    {
      refused: 'The invitation could not be changed.',
      broken: 'No answer came back. Send it again: it is done once.',
    },
    { id: row.id },
  );
  const dispatch = useDispatch();
  const act = async (): Promise<void> => {
    const answer = await send(deed === 'sendInvitation' ? { loaded_sends: row.sends } : {});
    dispatch(api.util.invalidateTags(['Administrators', 'Activity']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`${word}: ${nameOf(row)}`} onClose={onClose}>
      <Form onSend={act}>
        <p>{note}</p>
        <FormError message={error} />
        <BusyButton busy={busy} busyText="Processing..." warns={warns}>
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
