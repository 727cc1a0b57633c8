import { useDispatch } from 'react-redux';
import type { ReactNode } from 'react';
import { api } from '../../api/base-api.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Card, Page } from '../../ui/layout/page.js';
import { type SwitchedNetwork, useCatalogueSwitchesQuery } from './admin-catalogue.api.js';

export const TEXTS = {
  refused: 'The change was refused.',
  broken: 'No answer came back. Look whether it is so already before you send it again.',
};

interface SwitchPageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: (networks: readonly SwitchedNetwork[]) => ReactNode;
}

export function SwitchPage({ title, lead, children }: SwitchPageProps) {
  const { data: networks, error, refetch } = useCatalogueSwitchesQuery();
  const maySwitch = useMay('finance');
  return (
    <Page title={title} lead={lead} narrow>
      <Card>
        {error && !networks ? (
          <LoadError
            error={error}
            fallback="The networks could not be loaded."
            onRetry={() => void refetch()}
          />
        ) : null}
        {!networks && !error ? <SkeletonRows rows={3} label="Loading the networks" /> : null}
        {networks && !maySwitch ? (
          <Notice tone="info" announce={false}>
            Changing this needs the permission finance.
          </Notice>
        ) : null}
        {networks && maySwitch ? children(networks) : null}
      </Card>
    </Page>
  );
}

interface SwitchFormProps {
  readonly on: boolean;
  readonly chosen: { readonly name: string; readonly on: boolean } | undefined;
  readonly consequence: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly question: ReactNode;
  readonly send: () => Promise<string | undefined>;
  readonly children: ReactNode;
}

export function SwitchForm(props: SwitchFormProps) {
  const { on, chosen, consequence, busy, error, question, send, children } = props;
  const dispatch = useDispatch();
  const change = async (): Promise<void> => {
    const message = await send();
    if (message !== undefined) toast(message);
    dispatch(api.util.invalidateTags(['Catalogue']));
  };
  const already = chosen !== undefined && chosen.on === on;
  return (
    <>
      <Form onSend={change}>
        {children}
        {chosen && already ? (
          <Notice tone="info" announce={false}>
            {chosen.name} is {on ? 'active' : 'disabled'} already.
          </Notice>
        ) : null}
        {chosen && !already ? (
          <Notice tone={on ? 'info' : 'warn'} announce={false}>
            {consequence}
          </Notice>
        ) : null}
        <FormError message={error} />
        <BusyButton
          busy={busy}
          busyText={on ? 'Processing...' : 'Disabling...'}
          disabled={!chosen || already}
          warns={!on}
        >
          {on ? 'Activate Now!' : 'Disable Now!'}
        </BusyButton>
      </Form>
      {question}
    </>
  );
}

export const optionsOf = (items: readonly { code: number; name: string; on: boolean }[]) =>
  items.map(({ code, name, on }) => ({ value: String(code), label: on ? name : `${name} (disabled)` }));
