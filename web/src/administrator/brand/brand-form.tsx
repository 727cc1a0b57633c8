import '@mantine/core/styles/Checkbox.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { LATER_TILES, type LaterTile } from '../../../../services/contracts/brand/brand.js';
import {
  ADDRESS_MAX,
  HEADLINE_MAX,
  LEAD_MAX,
  NAME_MAX,
  SHORT_NAME_MAX,
} from '../../../../services/contracts/brand/brand.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import { BrandPreview } from './brand-preview.js';
import classes from './brand.module.css';

export type OwnBrand = CallAnswer<'ownBrand'>;
export type BrandFields = OwnBrand['brand'];

interface TextField {
  readonly name: Exclude<keyof BrandFields, 'hidden_tiles'>;
  readonly label: string;
  readonly max: number;
  readonly hint?: string;
}

const LOOKS: readonly TextField[] = [
  { name: 'name', label: 'Name', max: NAME_MAX },
  {
    name: 'short_name',
    label: 'Short name',
    max: SHORT_NAME_MAX,
    hint: 'Under the icon of the installed app.',
  },
  { name: 'colour', label: 'Colour', max: 7, hint: 'Of buttons, under white text, such as #0b6b62.' },
  { name: 'dark_colour', label: 'Colour on dark pages', max: 7, hint: 'Of links, such as #6fcabb.' },
  {
    name: 'headline',
    label: 'Headline',
    max: HEADLINE_MAX,
    hint: 'Of the first page. Empty: the own one, translated.',
  },
  { name: 'lead', label: 'Text below the headline', max: LEAD_MAX },
];
const CONTACTS: readonly TextField[] = [
  { name: 'support_email', label: 'Support email', max: 254 },
  { name: 'support_phone', label: 'Support phone', max: 24 },
  { name: 'whatsapp', label: 'WhatsApp number', max: 24, hint: 'Empty: the link of WHATSAPP_URL.' },
  { name: 'address', label: 'Address', max: ADDRESS_MAX },
  { name: 'community_chat', label: 'Link to the community chat', max: 300 },
  { name: 'api_documentation', label: 'Link to the documentation for resellers', max: 300 },
  { name: 'sender', label: 'Sender of mails', max: NAME_MAX, hint: 'Empty: the name of MAIL_FROM.' },
];
const TILES = Object.entries(LATER_TILES) as [LaterTile, string][];

interface BrandFormProps {
  readonly own: OwnBrand;
  readonly maySet: boolean;
}

export function BrandForm({ own: { brand, version }, maySet }: BrandFormProps) {
  const [fields, setFields] = useState(brand);
  const { send, busy, error, failure, clear } = useSend('setBrand', {
    refused: 'The brand was not changed.',
    broken: 'No answer came back. Send it again: it is changed once.',
  });
  const dispatch = useDispatch();
  const change = (changed: Partial<BrandFields>): void => {
    setFields((before) => ({ ...before, ...changed }));
    clear();
  };
  const save = async (): Promise<void> => {
    const answer = await send({ ...fields, hidden_tiles: fields.hidden_tiles as LaterTile[], version });
    dispatch(api.util.invalidateTags(['Terms']));
    if (answer) toast(answer.message);
  };
  const input = ({ name, label, max, hint }: TextField) => (
    <TextInput
      key={name}
      label={label}
      name={name}
      size="md"
      autoComplete="off"
      maxLength={max}
      description={hint}
      readOnly={!maySet}
      value={fields[name]}
      error={errorOfField(failure, name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Form onSend={save}>
      <Card title="Name and looks">
        <div className={classes.fields}>
          {LOOKS.map(input)}
          <BrandPreview name={fields.name} colour={fields.colour} darkColour={fields.dark_colour} />
        </div>
      </Card>
      <Card title="Contacts, links and sender">
        <div className={classes.fields}>
          <p className={classes.soft}>These change when another owner agrees.</p>
          {CONTACTS.map(input)}
        </div>
      </Card>
      <Card title="Tiles on the home page">
        <fieldset className={classes.tiles}>
          <legend>Leave out services that you will not offer</legend>
          {TILES.map(([tile, label]) => (
            <Checkbox
              key={tile}
              label={label}
              disabled={!maySet}
              checked={fields.hidden_tiles.includes(tile)}
              onChange={(event) => {
                const others = fields.hidden_tiles.filter((hidden) => hidden !== tile);
                change({ hidden_tiles: event.currentTarget.checked ? [...others, tile] : others });
              }}
            />
          ))}
        </fieldset>
      </Card>
      <FormError message={failure?.field ? undefined : error} />
      {maySet ? (
        <BusyButton busy={busy} busyText="Processing...">
          Save
        </BusyButton>
      ) : null}
    </Form>
  );
}
