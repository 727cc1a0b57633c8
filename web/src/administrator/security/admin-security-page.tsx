import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { adminSignedIn } from '../../api/admin-session.slice.js';
import { api } from '../../api/base-api.js';
import { useSecondFactorQuery } from '../../api/second-factor.api.js';
import { useSignedIn } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { Panes } from '../../ui/layout/panes.js';
import { DevicesCard } from './devices-card.js';
import { EnrolForm } from './enrol-form.js';
import { ProveForm } from './prove-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import classes from './admin-security.module.css';

interface Begun {
  readonly secret: string;
  readonly uri: string;
  readonly enrolment: string;
}

type Step =
  | { readonly at: 'rest' }
  | { readonly at: 'begin' | 'off' }
  | { readonly at: 'confirm'; readonly begun: Begun }
  | { readonly at: 'done'; readonly codes: readonly string[] };

const FEW_CODES = 3;

export default function AdminSecurityPage() {
  const administrator = useSignedIn();
  const { data, error, refetch } = useSecondFactorQuery();
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const dispatch = useDispatch();
  const rest = (): void => setStep({ at: 'rest' });
  const changed = (): void => {
    dispatch(api.util.invalidateTags(['Activity']));
  };

  return (
    <Page title="Your sign-in" lead="A code of your phone, or a device of yours, beside your password." panes>
      {administrator.mustEnrol ? (
        <Notice tone="warn" title="Set up a second factor to go on.">
          Nobody works here without one.
        </Notice>
      ) : null}
      <Panes
        first={
          <Card title="Second factor">
            {error && !data ? (
              <LoadError
                error={error}
                fallback="Your second factor could not be loaded."
                onRetry={() => void refetch()}
              />
            ) : null}
            {!data && !error ? <SkeletonRows rows={3} label="Loading your second factor" /> : null}
            {data && step.at === 'rest' ? (
              <Standing standing={data} onPick={(at) => setStep({ at })} />
            ) : null}
            {data && step.at === 'begin' ? (
              <BeginForm
                renews={data.on}
                onBegun={(begun) => setStep({ at: 'confirm', begun })}
                onCancel={rest}
              />
            ) : null}
            {step.at === 'confirm' ? (
              <EnrolForm
                begun={step.begun}
                onDone={(codes) => {
                  setStep({ at: 'done', codes });
                  // Clear `mustEnrol` before the recovery codes are confirmed, because the person may close
                  // the page.
                  dispatch(adminSignedIn({ ...administrator, mustEnrol: false }));
                  changed();
                }}
                onCancel={rest}
              />
            ) : null}
            {step.at === 'done' ? <RecoveryCodes codes={step.codes} onKept={rest} /> : null}
            {step.at === 'off' ? (
              <ProveForm
                call="removeSecondFactor"
                withCode
                lead="Your password alone will let you in."
                button="Turn off"
                busyText="Processing..."
                onDone={() => {
                  rest();
                  changed();
                }}
                onCancel={rest}
              />
            ) : null}
          </Card>
        }
        second={
          <>
            {data?.on && step.at === 'rest' ? <DevicesCard standing={data} onChanged={changed} /> : null}
            <HowItWorks />
          </>
        }
      />
    </Page>
  );
}

interface StandingProps {
  readonly standing: CallAnswer<'secondFactor'>;
  readonly onPick: (at: 'begin' | 'off') => void;
}

function Standing({ standing, onPick }: StandingProps) {
  return (
    <div className={classes.rest}>
      <p>
        {standing.on ? (
          <>
            It is <strong>on</strong> since {lagosTime(standing.since)}. {standing.recovery_codes_left} of 10
            recovery codes are left.
          </>
        ) : (
          <>
            It is <strong>off</strong>: whoever learns your password can sign in as you.
          </>
        )}
      </p>
      {standing.on && standing.recovery_codes_left < FEW_CODES ? (
        <Notice tone="warn">Renew it soon: you get ten new recovery codes with it.</Notice>
      ) : null}
      <div className={classes.actions}>
        <Button onClick={() => onPick('begin')}>{standing.on ? 'Renew' : 'Set up'}</Button>
        {standing.on && !standing.required ? (
          <Button variant="default" onClick={() => onPick('off')}>
            Turn off
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface BeginFormProps {
  readonly renews: boolean;
  readonly onBegun: (begun: Begun) => void;
  readonly onCancel: () => void;
}

const BeginForm = ({ renews, onBegun, onCancel }: BeginFormProps) => (
  <ProveForm
    call="startSecondFactor"
    withCode={renews}
    lead={
      renews
        ? 'The authenticator, the recovery codes and the devices you have now stop working once the new one is confirmed.'
        : 'You need an authenticator app, such as Aegis, Google Authenticator or 1Password.'
    }
    button="Continue"
    busyText="Processing..."
    onDone={onBegun}
    onCancel={onCancel}
  />
);

const HowItWorks = () => (
  <Card title="How it works">
    <ol className={classes.steps}>
      <li>
        An authenticator app on your phone takes our key, and from then on shows a new code every 30 seconds.
      </li>
      <li>You sign in with your password, and with the code that the app shows.</li>
      <li>You get ten recovery codes. Keep them away from the phone: each lets you in once without it.</li>
      <li>Once it is on, a fingerprint, a face or a security key can take the place of the code.</li>
    </ol>
  </Card>
);
