import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import {
  BROADCAST_MESSAGE_MAX,
  BROADCAST_TITLE_MAX,
} from '../../../../services/contracts/admin/broadcasts.contract.js';
import { api } from '../../api/base-api.js';
import { newKey, errorOfField, useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { RequiredField } from '../../ui/form/required-field.js';
import { RequiredText } from '../../ui/form/required-text.js';
import { count } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import classes from './broadcasts.module.css';

export default function CreateBroadcastPage() {
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const [formId, setFormId] = useState(newKey);
  const { send, busy, error, failure, clear } = useSend('createBroadcast', {
    refused: 'The broadcast could not be created.',
    broken: 'No answer came back. Send it again: it is never shown twice.',
  });
  const mayCreate = useMay('support');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const titleError = errorOfField(failure, 'broadcastTitle');
  const messageError = errorOfField(failure, 'broadcastMessage');

  const create = async (): Promise<void> => {
    const answer = await send({ broadcastTitle: title, broadcastMessage: message, form_id: formId });
    dispatch(api.util.invalidateTags(['Broadcasts']));
    if (!answer) return;
    toast(answer.message);
    void navigate('/broadcastlist');
  };
  return (
    <Page
      title="Create broadcast"
      lead="Every customer sees it at once, on every open page. A text with a link or a number waits for a second administrator."
      narrow
    >
      {mayCreate ? (
        <Card>
          <Form onSend={create}>
            <RequiredField
              label="Title"
              name="broadcastTitle"
              maxLength={BROADCAST_TITLE_MAX}
              value={title}
              error={titleError}
              onChange={(event) => {
                setTitle(event.currentTarget.value);
                setFormId(newKey());
                clear();
              }}
            />
            <RequiredText
              label="Message"
              name="broadcastMessage"
              autosize
              minRows={4}
              maxRows={14}
              maxLength={BROADCAST_MESSAGE_MAX}
              description={`${count(message.length)} of ${count(BROADCAST_MESSAGE_MAX)} characters`}
              value={message}
              error={messageError}
              onChange={(event) => {
                setMessage(event.currentTarget.value);
                setFormId(newKey());
                clear();
              }}
            />
            {title.trim() && message.trim() ? (
              <div className={classes.preview}>
                <FormNote>What customers will see:</FormNote>
                <Notice tone="info" announce={false} title={title}>
                  <p>{message.trim()}</p>
                </Notice>
              </div>
            ) : null}
            <FormError message={titleError || messageError ? undefined : error} />
            <BusyButton busy={busy} busyText="Processing..." disabled={!title.trim() || !message.trim()}>
              Create Broadcast
            </BusyButton>
          </Form>
        </Card>
      ) : (
        <Notice tone="info" announce={false}>
          Creating a broadcast needs the permission support.
        </Notice>
      )}
    </Page>
  );
}
