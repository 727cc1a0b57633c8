import { Button } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import classes from './admin-security.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <div className={classes.rest}>
      <Notice tone="warn" title="Keep these codes: they are shown this once.">
        Each lets you in once when you do not have your phone. Everywhere else you were signed out.
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton value={codes.join('\n')} label="Copy the recovery codes">
          Copy all
        </CopyButton>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}
