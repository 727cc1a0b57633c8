import { type ReactNode, useRef, useState } from 'react';
import type { CallName } from '../../../services/contracts/calls.js';
import { call, type CallBody, type CallOptions } from '../api/call.js';
import type { Failure } from '../api/failure.js';
import { type Sending, type SendTexts, useSend } from '../api/use-send.js';
import { BusyButton } from '../ui/form/busy-button.js';
import { Form, FormNote } from '../ui/form/form.js';
import { Sheet } from '../ui/layout/sheet.js';

const ASKS: ReadonlySet<Failure['code']> = new Set<Failure['code']>(['CONFIRM_OFF', 'CONFIRM_PRICE']);

interface Question {
  readonly sentence: string;
  readonly answer: (confirmed: boolean) => void;
}

export interface ConfirmedSending<Name extends CallName> extends Sending<Name> {
  /** Sheet that asks for a confirmation. Render the sheet outside of the form. */
  readonly question: ReactNode;
}

/**
 * Sends a call like `useSend`. When the server asks for a confirmation, a sheet shows the question of the
 * server. Sends the call again with `confirm` after the person agrees.
 */
export function useConfirmedSend<Name extends CallName>(
  name: Name,
  texts: SendTexts,
  title: string,
): ConfirmedSending<Name> {
  const [question, setQuestion] = useState<Question>();
  const declined = useRef(false);

  const confirmedCall: typeof call = async (asked, body, options?: CallOptions) => {
    const first = await call(asked, body, options);
    if ('data' in first || !ASKS.has(first.failure.code)) return first;
    const confirmed = await new Promise<boolean>((answer) => {
      setQuestion({ sentence: first.failure.message, answer });
    });
    setQuestion(undefined);
    declined.current = !confirmed;
    return confirmed ? call(asked, { ...body, confirm: true }, options) : first;
  };
  const sending = useSend(name, texts, undefined, confirmedCall);

  const send = async (body: CallBody<Name>) => {
    declined.current = false;
    const answer = await sending.send(body);
    if (declined.current) sending.clear();
    return answer;
  };
  return {
    ...sending,
    send,
    question: question ? <ConfirmSheet title={title} {...question} /> : null,
  };
}

function ConfirmSheet({ title, sentence, answer }: Question & { readonly title: string }) {
  return (
    <Sheet title={title} onClose={() => answer(false)}>
      <Form onSend={() => answer(true)}>
        <FormNote>{sentence}</FormNote>
        <BusyButton busy={false} busyText="" warns>
          Confirm
        </BusyButton>
      </Form>
    </Sheet>
  );
}
