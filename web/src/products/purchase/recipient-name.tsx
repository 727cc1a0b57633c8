import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Service } from '../../../../services/contracts/services.js';
import { api } from '../../api/base-api.js';
import { useBeneficiariesOf, type Beneficiary } from '../../api/beneficiaries.api.js';
import { useSend } from '../../api/use-send.js';
import { phoneText } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { toast } from '../../ui/feedback/toast.js';
import { CheckIcon, PlusIcon } from '../../ui/icons.js';
import classes from './recipient-name.module.css';

interface RecipientNameProps extends Partial<Omit<Beneficiary, 'id' | 'service' | 'recipient'>> {
  readonly service: Service;
  readonly recipient: string;
}

/** Services whose saved recipients are phone numbers. For these services, the provider is not compared. */
const OF_PHONES: ReadonlySet<Service> = new Set<Service>(['airtime', 'data', 'exams']);

/** Shows the saved name of the recipient. Without a saved name, shows a button to save one. */
export default function RecipientName({
  service,
  recipient,
  name = '',
  provider = '',
  kind = '',
}: RecipientNameProps) {
  const { data } = useBeneficiariesOf(service);
  const [naming, setNaming] = useState(false);
  const [kept, setKept] = useState<string>();
  const moves = useRef(false);
  const focus = (element: HTMLElement | null): void => {
    if (moves.current) element?.focus();
  };
  if (!data) return null;
  const same = (one: Beneficiary): boolean =>
    phoneText(one.recipient) === recipient && (OF_PHONES.has(service) || one.provider === provider);
  const called = kept ?? data.saved.find(same)?.name;
  if (called !== undefined)
    return (
      <p className={classes.corner} ref={focus} tabIndex={-1}>
        <CheckIcon strokeWidth={2.5} />
        <span>{called || t('Saved')}</span>
      </p>
    );
  const turn = (to: boolean): void => {
    moves.current = true;
    setNaming(to);
  };
  if (!naming)
    return (
      <button type="button" className={classes.corner} ref={focus} onClick={() => turn(true)}>
        <PlusIcon />
        {t('Save recipient')}
      </button>
    );
  return (
    <Naming
      saved={{ service, recipient, provider, kind }}
      name={name || (data.recent.find(same)?.name ?? '')}
      onSaved={setKept}
      onLeave={() => turn(false)}
    />
  );
}

interface NamingProps {
  readonly saved: Omit<Beneficiary, 'id' | 'name'>;
  /** Name of the recipient that a look-up found, suggested as the saved name. */
  readonly name: string;
  readonly onSaved: (name: string) => void;
  readonly onLeave: () => void;
}

/**
 * Input for the name of a recipient. Enter must save the name and not send the purchase form around the input.
 */
function Naming({ saved, name, onSaved, onLeave }: NamingProps) {
  const [typed, setTyped] = useState(name);
  const { busy, error, send } = useSend('saveBeneficiary', {
    refused: t('Failed to save this recipient.'),
    broken: t('An error occurred while saving this recipient.'),
  });
  const [nameless, setNameless] = useState(false);
  const dispatch = useDispatch();
  const save = async (): Promise<void> => {
    const wanted = typed.trim();
    setNameless(wanted === '');
    if (wanted === '' || busy) return;
    const answer = await send({ ...saved, name: wanted });
    if (!answer) return;
    onSaved(wanted);
    dispatch(api.util.invalidateTags(['Beneficiaries']));
    toast(answer.message || t('Recipient saved.'));
  };
  return (
    <div className={classes.naming} role="group" aria-label={t('Save this recipient')}>
      <TextInput
        label={t('A name for {shown}', { shown: saved.recipient })}
        name="name"
        size="md"
        maxLength={60}
        autoComplete="off"
        autoFocus
        value={typed}
        error={nameless ? t('Type a name.') : error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void save();
        }}
      />
      <div className={classes.buttons}>
        <Button loading={busy} onClick={() => void save()}>
          {t('Save')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  );
}
