import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { LOGO_BYTES_MAX } from '../../../../services/contracts/brand/logo.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { Card } from '../../ui/layout/page.js';
import type { OwnBrand } from './brand-form.js';
import classes from './brand.module.css';

interface LogoCardProps {
  readonly own: OwnBrand;
  readonly maySet: boolean;
}

export function LogoCard({ own: { brand, logo, logo_version: version }, maySet }: LogoCardProps) {
  const [chosen, setChosen] = useState<string>();
  const [fault, setFault] = useState<string>();
  const setting = useSend('setLogo', {
    refused: 'The logo was not set.',
    broken: 'No answer came back. Send it again: it is set once.',
  });
  const removing = useSend('removeLogo', {
    refused: 'The logo was not removed.',
    broken: 'No answer came back. Send it again: it is removed once.',
  });
  const dispatch = useDispatch();
  const end = (answer: { readonly message: string } | undefined): void => {
    dispatch(api.util.invalidateTags(['Terms']));
    if (answer) toast(answer.message);
  };
  const choose = async (file: File | undefined): Promise<void> => {
    setting.clear();
    setChosen(undefined);
    const tooLarge = file !== undefined && file.size > LOGO_BYTES_MAX;
    setFault(tooLarge ? 'is larger than 2 MB: save it smaller, 512 pixels wide are enough' : undefined);
    if (file && !tooLarge) setChosen(await dataUrlOf(file));
  };
  const save = async (): Promise<void> => {
    if (chosen === undefined) return setFault((before) => before ?? 'Choose a file.');
    end(await setting.send({ logo: chosen.slice(chosen.indexOf(',') + 1), version }));
  };
  const remove = async (): Promise<void> => end(await removing.send({ version }));
  const shown = chosen ?? logo?.src;
  const ground = chosen === undefined ? logo?.ground : undefined;
  return (
    <Card title="Logo">
      <div className={classes.fields}>
        <p className={classes.soft}>
          On every page, in documents, mails and the icon of the installed app. A logo twice as wide as high
          stands alone, a narrower one beside the name.
        </p>
        {shown === undefined ? null : (
          <div className={classes.preview} role="group" aria-label="Preview of the logo">
            <Sample scheme="pale" src={shown} ground={ground} name={brand.name} />
            <Sample scheme="dark" src={shown} ground={ground} name={brand.name} />
          </div>
        )}
        {maySet ? (
          <Form onSend={save}>
            <TextInput
              type="file"
              label="File"
              name="logo"
              size="md"
              accept="image/png,image/jpeg,image/webp"
              description="PNG, JPEG or WebP, at most 2 MB and 16 megapixels. A transparent background fits best."
              error={fault ?? errorOfField(setting.failure, 'logo')}
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
            <FormError message={setting.failure?.field ? undefined : setting.error} />
            <BusyButton busy={setting.busy} busyText="Processing...">
              Set the logo
            </BusyButton>
          </Form>
        ) : null}
        {maySet && logo ? (
          <Form onSend={remove}>
            <FormError message={removing.error} />
            <BusyButton busy={removing.busy} busyText="Processing..." warns>
              Remove the logo
            </BusyButton>
          </Form>
        ) : null}
      </div>
    </Card>
  );
}

interface SampleProps {
  readonly scheme: 'pale' | 'dark';
  readonly src: string;
  readonly ground: string | undefined;
  readonly name: string;
}

const Sample = ({ scheme, src, ground, name }: SampleProps) => (
  <div className={classes.sample} data-scheme={scheme}>
    <img
      className={classes.logo}
      src={src}
      data-ground={ground}
      alt={`Logo of ${name} on a ${scheme} page`}
    />
  </div>
);

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
