import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  DECIDED_AT_ONCE_MAX,
  REASON_MAX,
  type Decision,
} from '../../../../services/contracts/admin/external.contract.js';
import { api, findOutSession } from '../../api/base-api.js';
import { call, type CallResult } from '../../api/call.js';
import { isSignedOut, type Failure } from '../../api/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Chips } from '../../ui/form/chips.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { count, naira } from '../../ui/format.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { EnteredFields, enteredIn, NOTHING_TYPED, type Typed } from './entered-fields.js';
import { type FailedRow, useExternalStepsQuery } from './external.api.js';
import { Unread } from './external-steps.js';
import { DECISION_MEANS, DECISION_WORDS, USUAL_REASONS } from './external-words.js';
import classes from './external.module.css';

export interface Deciding {
  readonly decision: Decision;
  readonly rows: readonly FailedRow[];
}

interface Told {
  readonly reference: string;
  readonly tone: 'good' | 'info' | 'bad';
  readonly message: string;
}

const TONES = { done: 'good', before: 'info', refused: 'bad' } as const;
const UNSURE = ' It may have been done all the same: pressing again never counts twice.';

export function DecideSheet({
  deciding,
  onClose,
}: {
  readonly deciding: Deciding;
  readonly onClose: () => void;
}) {
  const { decision, rows } = deciding;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState<readonly Typed[]>(NOTHING_TYPED);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [told, setTold] = useState<readonly Told[]>();
  const dispatch = useDispatch();
  const word = DECISION_WORDS[decision];
  const [first] = rows;
  const single = rows.length === 1 && decision === 'successful' ? first : undefined;
  const { data: known } = useExternalStepsQuery(single?.id ?? '', { skip: single === undefined });
  const kind = single && known?.hands_over;
  const unread = single && known?.steps.map((step) => step.unread).findLast((text) => text !== undefined);
  const what =
    rows.length === 1 ? (first?.transaction_reference ?? '') : `${count(rows.length)} transactions`;

  const send = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const result = await decide(deciding, reason.trim(), enteredIn(kind, typed));
    setBusy(false);
    if ('data' in result) setTold(result.data);
    else setFailure(result.failure);
    if ('failure' in result && isSignedOut(result.failure)) void findOutSession(dispatch);
    // Reload even after a refusal, because another administrator may have decided first.
    dispatch(api.util.invalidateTags(['External']));
  };

  if (told)
    return (
      <Sheet title={`${word}: ${what}`} onClose={onClose}>
        <ul className={classes.told} aria-label="Results">
          {told.map(({ reference, tone, message }) => (
            <li key={reference}>
              <Notice tone={tone} title={reference}>
                {message}
              </Notice>
            </li>
          ))}
        </ul>
        <Button fullWidth size="md" data-autofocus onClick={onClose}>
          Done
        </Button>
      </Sheet>
    );
  const unsure = failure && failure.http === 0 ? UNSURE : '';
  const ofReason = failure?.field === 'reason' ? failure.message : undefined;
  const shownBelow = ofReason || (kind && /^(?:tokens|pins)\b/.test(failure?.field ?? ''));
  return (
    <Sheet title={`${word}: ${what}`} onClose={onClose}>
      <Form onSend={send}>
        <p>
          <strong className="nl-number">{naira(rows.reduce((sum, { amount }) => sum + amount, 0))}</strong>
          {rows.length === 1 && first?.user_email ? ` of ${first.user_email}` : ''}
        </p>
        <Notice tone="warn" announce={false}>
          {DECISION_MEANS[decision]}
        </Notice>
        <RequiredField
          label="Reason"
          name="reason"
          data-autofocus
          maxLength={REASON_MAX}
          autoComplete="off"
          value={reason}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Chips
          label="Often given"
          options={USUAL_REASONS[decision].map((text) => ({ value: text, text }))}
          chosen={reason}
          onPick={setReason}
        />
        <FormNote>Stored for good. No emails and no phone numbers.</FormNote>
        {unread ? <Unread text={unread} /> : null}
        {kind ? (
          <EnteredFields
            kind={kind}
            pieces={known?.pieces ?? 1}
            typed={typed}
            onType={setTyped}
            failure={failure}
          />
        ) : null}
        <FormError message={failure && !shownBelow ? failure.message + unsure : undefined} />
        <BusyButton busy={busy} busyText="Processing..." disabled={reason.trim() === ''} warns>
          {word}
        </BusyButton>
      </Form>
    </Sheet>
  );
}

async function decide(
  { decision, rows }: Deciding,
  reason: string,
  entered: ReturnType<typeof enteredIn>,
): Promise<CallResult<readonly Told[]>> {
  const [only] = rows;
  if (rows.length === 1 && only) {
    const answer =
      decision === 'refund'
        ? await call('refundExternal', { reason }, { id: only.id })
        : await call('markSuccessful', { reason, ...entered }, { id: only.id });
    if ('failure' in answer) return answer;
    const { result, message } = answer.data;
    return { data: [{ reference: only.transaction_reference, tone: TONES[result], message }] };
  }
  const references = new Map(rows.map((row) => [row.id, row.transaction_reference]));
  const ids = [...references.keys()];
  const told: Told[] = [];
  for (let from = 0; from < ids.length; from += DECIDED_AT_ONCE_MAX) {
    const some = ids.slice(from, from + DECIDED_AT_ONCE_MAX);
    const answer = await call('resolveMany', { ids: some, decision, reason });
    if ('failure' in answer && told.length === 0) return answer;
    if ('failure' in answer)
      return { data: [...told, { reference: 'The others', tone: 'bad', message: answer.failure.message }] };
    for (const { id, result, message } of answer.data.results)
      told.push({ reference: references.get(id) ?? id, tone: TONES[result], message });
  }
  return { data: told };
}
