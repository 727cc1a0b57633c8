import { Button } from '@mantine/core';
import { useState } from 'react';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { type Invitation, mayText, nameOf, ROLE_TEXT } from './administrators.api.js';
import { InvitationSheet, type InvitationDeed } from './invitation-sheet.js';
import classes from './administrators.module.css';

function Standing({ of: { state, expires_at: expiresAt } }: { readonly of: Invitation }) {
  if (state === 'open')
    return (
      <span className={classes.soft}>
        Open until <time dateTime={expiresAt}>{lagosTime(expiresAt)}</time>
      </span>
    );
  return (
    <span className={classes.state} data-tone="bad">
      {state === 'expired' ? 'Expired' : 'Not valid: whoever sent it is no owner any more'}
    </span>
  );
}

export function InvitationsCard({
  invitations,
  mayChange,
}: {
  readonly invitations: readonly Invitation[];
  readonly mayChange: boolean;
}) {
  const [doing, setDoing] = useState<{ readonly deed: InvitationDeed; readonly row: Invitation }>();
  return (
    <>
      {invitations.length > 0 ? (
        <Card title="Invited, not yet here">
          <ul className={classes.invitations}>
            {invitations.map((row) => (
              <li key={row.id}>
                <span className={classes.invited}>
                  <strong>{nameOf(row)}</strong>
                  <span>{row.email}</span>
                </span>
                <span className={classes.invited}>
                  <span>{row.role === 'admin' ? mayText(row) : ROLE_TEXT[row.role]}</span>
                  <Standing of={row} />
                </span>
                {mayChange ? (
                  <span className={classes.actions}>
                    {(['sendInvitation', 'withdrawInvitation'] as const).map((deed) => (
                      <Button
                        key={deed}
                        size="compact-sm"
                        variant="default"
                        aria-label={`${deed === 'sendInvitation' ? 'Send again to' : 'Withdraw from'} ${nameOf(row)}`}
                        onClick={() => setDoing({ deed, row })}
                      >
                        {deed === 'sendInvitation' ? 'Send again' : 'Withdraw'}
                      </Button>
                    ))}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {doing ? <InvitationSheet {...doing} onClose={() => setDoing(undefined)} /> : null}
    </>
  );
}
