import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { t } from '../../languages/language.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { FormError, Form, FormNote } from '../../ui/form/form.js';
import { PasswordField } from '../../ui/form/password-field.js';
import { Card } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import classes from './profile-page.module.css';

/** The full token is shown only once, directly after `rotateApiToken`. */
export function ApiTokenCard({ masked }: { readonly masked: string }) {
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [whole, setWhole] = useState<string>();
  const { busy, error, failure, send, clear } = useSend('rotateApiToken', {
    refused: t('Failed to make a new token.'),
    broken: t('An error occurred while making a new token.'),
  });
  const dispatch = useDispatch();
  const passwordError =
    failure?.code === 'PASSWORD_INCORRECT' ? failure.message : errorOfField(failure, 'password');

  const rotate = async (): Promise<void> => {
    const answer = await send({ password });
    if (!answer) return;
    setPassword('');
    setAsking(false);
    setWhole(answer.api_token);
    dispatch(api.util.invalidateTags(['Wallet']));
  };
  const close = (): void => {
    setAsking(false);
    setPassword('');
    clear();
  };

  return (
    <Card title={t('API token')} aside={<Link to="/documentation">{t('API documentation')}</Link>}>
      {whole ? (
        <>
          <Notice tone="warn" title={t('Copy it now: it is shown this once.')}>
            {t('Keep it on your server. Whoever has it can spend from your wallet.')}
          </Notice>
          <p className={classes.token} data-testid="api-token">
            {whole}
          </p>
          <CopyButton
            value={whole}
            label={t('Copy the API token')}
            copied={t('API Token copied to clipboard!')}
          >
            {t('Copy token')}
          </CopyButton>
        </>
      ) : (
        <>
          <p className={classes.token} data-testid="api-token">
            {masked || t('You have no token yet.')}
          </p>
          <FormNote>
            {t('Only its last four characters are kept in sight. A new token replaces the old one at once.')}
          </FormNote>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setAsking(true)}>
              {masked ? t('Make a new token') : t('Make a token')}
            </Button>
          </div>
        </>
      )}
      {asking ? (
        <Sheet title={t('Make a new API token')} onClose={close}>
          <Form onSend={rotate}>
            {masked ? (
              <Notice tone="warn" announce={false}>
                {t('The token your server uses now stops working at once.')}
              </Notice>
            ) : null}
            <FormError message={passwordError ? undefined : error} />
            <PasswordField
              label={t('Your password')}
              name="password"
              kind="current"
              value={password}
              error={passwordError}
              onChange={(typed) => {
                setPassword(typed);
                clear();
              }}
            />
            <BusyButton busy={busy} busyText={t('Processing...')}>
              {t('Make a new token')}
            </BusyButton>
          </Form>
        </Sheet>
      ) : null}
    </Card>
  );
}
