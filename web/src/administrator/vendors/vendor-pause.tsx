import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  PAUSE_REASON_MAX,
  type SwitchedService,
} from '../../../../services/contracts/admin/vendors.contract.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { howItEnds, whoPaused } from '../../domain/operations-words.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { lagosTime } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import type { Pause } from './vendors.api.js';
import classes from './vendor-switch-page.module.css';

export function Paused({ pause }: { readonly pause: Pause }) {
  const ends = howItEnds(pause);
  return (
    <span className={classes.paused}>
      <strong>Paused</strong> {whoPaused(pause)} since {lagosTime(pause.since)}: {pause.reason}
      {ends ? `. ${ends}` : ''}
    </span>
  );
}

interface PauseSheetProps {
  readonly name: string;
  readonly title: string;
  readonly service: SwitchedService;
  readonly vendor: number;
  readonly pause: Pause | undefined;
  readonly others: boolean;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

const TEXTS = {
  refused: 'This could not be stored.',
  broken: 'An error occurred. Look whether it was stored.',
};

export function PauseSheet(props: PauseSheetProps) {
  const { name, title, service, vendor, pause, others, onDone, onClose } = props;
  const [reason, setReason] = useState('');
  const pausing = useSend('pauseVendor', TEXTS);
  const resuming = useSend('resumeVendor', TEXTS);
  const dispatch = useDispatch();
  const busy = pausing.busy || resuming.busy;
  const error = pausing.error ?? resuming.error;
  const ofReason = errorOfField(pausing.failure ?? resuming.failure, 'reason');
  const word = pause ? 'Resume' : 'Pause';
  const incomplete = reason.trim() === '';

  const send = async (resumes: boolean): Promise<void> => {
    const change = { service, vendor, reason };
    (resumes ? pausing : resuming).clear();
    const answer =
      pause && resumes
        ? await resuming.send({ ...change, pauseId: pause.id })
        : await pausing.send({ ...change, confirm: !others });
    // Reload even after a refusal or without an answer.
    dispatch(api.util.invalidateTags(['Vendors', 'Operations']));
    if (!answer) return;
    onDone(answer.message);
    onClose();
  };

  return (
    <Sheet title={`${word} ${name} for ${title}`} onClose={onClose}>
      <Form onSend={() => send(pause !== undefined)}>
        <FormNote>{noteOf(pause, others)}</FormNote>
        <RequiredField
          label="Reason"
          name="reason"
          data-autofocus
          maxLength={PAUSE_REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormError message={ofReason ? undefined : error} />
        <BusyButton busy={busy} busyText="Updating..." disabled={incomplete} warns={!pause}>
          {word}
        </BusyButton>
        {pause?.automatic ? (
          <Button variant="default" size="md" disabled={busy || incomplete} onClick={() => void send(false)}>
            Keep it paused
          </Button>
        ) : null}
      </Form>
    </Sheet>
  );
}

function noteOf(pause: Pause | undefined, others: boolean): string {
  const resumed = 'It is asked again from the next purchase on, where it stands in the order.';
  if (pause?.automatic)
    return `${resumed} Kept paused, it is not probed, and stays so until a person resumes it.`;
  if (pause) return resumed;
  return others
    ? 'Nothing new is sent to it. What it has already is finished with it.'
    : 'Nobody else delivers this: customers will be told that it is not available. What they have bought is still delivered.';
}
