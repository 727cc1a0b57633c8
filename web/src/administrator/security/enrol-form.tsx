import { Button } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { errorOfField, useSend } from '../../api/use-send.js';
import { CopyButton } from '../../ui/copy-button.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { OtpField } from '../../ui/form/otp-field.js';
import classes from './admin-security.module.css';

interface EnrolFormProps {
  readonly begun: { readonly secret: string; readonly uri: string; readonly enrolment: string };
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * Shows the secret for an authenticator app. `confirmSecondFactor` later proves that the app has stored this
 * secret.
 */
export function EnrolForm({ begun: { secret, uri, enrolment }, onDone, onCancel }: EnrolFormProps) {
  const [code, setCode] = useState('');
  const { send, busy, error, failure, clear } = useSend('confirmSecondFactor', {
    refused: 'The code was refused.',
    broken: 'An error occurred. Please try again.',
  });
  const codeError =
    failure?.code === 'SECOND_FACTOR_INCORRECT' ? failure.message : errorOfField(failure, 'code');
  const confirm = async (): Promise<void> => {
    const answer = await send({ enrolment, code });
    if (answer) onDone(answer.recovery_codes);
  };
  return (
    <Form onSend={confirm}>
      <FormNote>Scan this with your authenticator app, or type the key into it.</FormNote>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className={classes.key}>
        <code data-testid="second-factor-key">{inFours(secret)}</code>
        <CopyButton value={secret} label="Copy the key" />
      </div>
      <OtpField
        label="Code the app shows now"
        name="code"
        value={code}
        error={codeError}
        onChange={(typed) => {
          setCode(typed);
          clear();
        }}
      />
      <FormError message={codeError ? undefined : error} />
      <div className={classes.actions}>
        <BusyButton busy={busy} busyText="Verifying...">
          Turn on
        </BusyButton>
        <Button variant="default" size="md" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Width of the white border around the QR code, in squares of the code. QR readers need this border. */
const QUIET = 4;

/** QR code with dark squares on white, even in a dark theme. Many cameras cannot read other colours. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
