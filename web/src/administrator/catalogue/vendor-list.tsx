import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { useSend } from '../../api/use-send.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { count } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { usePlansQuery } from './admin-catalogue.api.js';
import classes from './admin-catalogue.module.css';

type Compared = CallAnswer<'compareVendorList'>;

const TEXTS = {
  refused: 'The list could not be read.',
  broken: 'No answer came back. Nothing was changed. Compare again.',
};

const KINDS = {
  gone: 'Gone',
  recoded: 'Other code',
  dearer: 'Dearer',
  cheaper: 'Cheaper',
  uncoded: 'No code',
  new: 'New',
} as const;

interface Props {
  readonly onChosen: (name: string, csv: string) => void;
}

/** Compares the list of a vendor with the catalogue. Chosen differences go to the preview of a price file. */
export function VendorList({ onChosen }: Props) {
  const { data } = usePlansQuery();
  const accounts = data?.places.filter(({ at }) => /^\d+$/.test(at)) ?? [];
  const [vendor, setVendor] = useState('');
  const [compared, setCompared] = useState<Compared>();
  const { send, busy, error } = useSend('compareVendorList', TEXTS);
  const compare = async (): Promise<void> => {
    setCompared(undefined);
    setCompared(await send({ vendor: Number(vendor) }));
  };
  return (
    <Card title="A vendor's own list">
      <Form onSend={compare} aria-label="A vendor's own list">
        <FormNote>
          Shows how the list of a vendor account differs from our plans. Nothing changes before you have seen
          the preview. New plans are offered switched off.
        </FormNote>
        <NativeSelect
          label="Vendor account"
          name="listed_vendor"
          size="md"
          value={vendor}
          data={[
            { value: '', label: 'Select a vendor account' },
            ...accounts.map(({ at, name }) => ({ value: at, label: name.replace('Code at vendor ', '') })),
          ]}
          onChange={(event) => {
            setVendor(event.currentTarget.value);
            setCompared(undefined);
          }}
        />
        <BusyButton busy={busy} busyText="Reading..." disabled={vendor === ''}>
          Compare
        </BusyButton>
        <FormError message={error} />
      </Form>
      {compared ? <Differences compared={compared} onChosen={onChosen} /> : null}
    </Card>
  );
}

function Differences({ compared, onChosen }: Props & { readonly compared: Compared }) {
  const { name, head, differences, unlisted } = compared;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const lines = differences.flatMap(({ key, line }) => (chosen.includes(key) ? [line] : []));
  return (
    <div className={classes.bulk}>
      {unlisted.length > 0 ? <Notice tone="warn">No list came for {unlisted.join(', ')}.</Notice> : null}
      {differences.length === 0 ? <Notice tone="info">Nothing differs.</Notice> : null}
      <ul className={classes.listed} aria-label="What differs in its list">
        {differences.map(({ kind, key, name: plan, text, line }) => (
          <li key={`${kind} ${key}`}>
            <label>
              <input
                type="checkbox"
                disabled={line === ''}
                checked={chosen.includes(key)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked ? [...chosen, key] : chosen.filter((other) => other !== key),
                  )
                }
              />{' '}
              <strong>{KINDS[kind]}</strong> {plan}: {text}
            </label>
          </li>
        ))}
      </ul>
      {differences.length > 0 ? (
        <Button
          variant="default"
          disabled={lines.length === 0}
          onClick={() => onChosen(name, [head, ...lines].join('\r\n'))}
        >
          Preview {count(lines.length)} chosen
        </Button>
      ) : null}
    </div>
  );
}
