import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  PAUSE_REASON_MAX,
  type SwitchedService,
} from '../../../../services/contracts/admin/vendors.contract.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { lagosTime } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import type { Pause } from './vendors.api.js';
import classes from './vendor-switch-page.module.css';

/** Under the name of a vendor: that nothing new is sent to it, why, and who said so when. */
export function Paused({ pause: { reason, by, since } }: { readonly pause: Pause }) {
  return (
    <span className={classes.paused}>
      <strong>Paused</strong> by {by} since {lagosTime(since)}: {reason}
    </span>
  );
}

interface PauseSheetProps {
  /** Of the vendor, and of the service as the page calls it. */
  readonly name: string;
  readonly title: string;
  readonly service: SwitchedService;
  readonly vendor: number;
  /** What is ended; undefined when the vendor is to be paused. */
  readonly pause: Pause | undefined;
  /** Whether somebody else is asked then. */
  readonly others: boolean;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

const TEXTS = {
  refused: 'This could not be stored.',
  broken: 'An error occurred. Look whether it was stored.',
};

/** Asks why, and pauses the vendor for the service or ends its pause. */
export function PauseSheet(props: PauseSheetProps) {
  const { name, title, service, vendor, pause, others, onDone, onClose } = props;
  const [reason, setReason] = useState('');
  const pausing = useSend('pauseVendor', TEXTS);
  const resuming = useSend('resumeVendor', TEXTS);
  const dispatch = useDispatch();
  const { busy, error, failure } = pause ? resuming : pausing;
  const ofReason = errorOfField(failure, 'reason');
  const word = pause ? 'Resume' : 'Pause';

  const send = async (): Promise<void> => {
    const change = { service, vendor, reason };
    const answer = pause ? await resuming.send({ ...change, pauseId: pause.id }) : await pausing.send(change);
    // Also when it was refused, or no answer came: what stands now is shown.
    dispatch(api.util.invalidateTags(['Vendors', 'Operations']));
    if (!answer) return;
    onDone(answer.message);
    onClose();
  };

  return (
    <Sheet title={`${word} ${name} for ${title}`} onClose={onClose}>
      <Form onSend={send}>
        <FormNote>{noteOf(pause !== undefined, others)}</FormNote>
        <TextInput
          label="Reason"
          required
          data-autofocus
          maxLength={PAUSE_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormError message={ofReason ? undefined : error} />
        <BusyButton busy={busy} busyText="Updating..." disabled={reason.trim() === ''} warns={!pause}>
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}

function noteOf(resumes: boolean, others: boolean): string {
  if (resumes) return 'It is asked again from the next purchase on, where it stands in the order.';
  return others
    ? 'Nothing new is sent to it. What it has already is finished with it.'
    : 'Nobody else delivers this: customers will be told that it is not available. What they have bought is still delivered.';
}
