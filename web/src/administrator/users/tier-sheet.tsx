import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { type ListedUser, nameOf } from './users.api.js';

export const TIER_DEEDS = {
  upgradeUser: { word: 'Upgrade', note: 'They buy at affiliate prices from now on. Nothing is charged.' },
  downgradeUser: {
    word: 'DownGrade',
    note: 'They buy at the prices of regular users from now on. Nothing is given back.',
  },
} as const;

export type TierDeed = keyof typeof TIER_DEEDS;

/**
 * Asks for confirmation before a change of the tier, because the list may have moved and the tap
 * may have hit the wrong row.
 */
export function TierSheet({
  deed,
  user,
  onClose,
}: {
  readonly deed: TierDeed;
  readonly user: ListedUser;
  readonly onClose: () => void;
}) {
  const { word, note } = TIER_DEEDS[deed];
  const { send, busy, error } = useSend(
    deed,
    {
      refused: 'The user could not be changed.',
      broken: 'We cannot reach the server. Check your connection.',
    },
    { id: user.id },
  );
  const dispatch = useDispatch();
  const change = async (): Promise<void> => {
    const answer = await send({});
    dispatch(api.util.invalidateTags(['Users']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  return (
    <Sheet title={`${word}: ${nameOf(user)}`} onClose={onClose}>
      <Form onSend={change}>
        <p>{user.email}</p>
        <p>{note}</p>
        <FormError message={error} />
        <BusyButton busy={busy} busyText="Updating..." warns={deed === 'downgradeUser'}>
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}
