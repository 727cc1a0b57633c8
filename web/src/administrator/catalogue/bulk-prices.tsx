import { Button, FileButton, Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { PRICE_FILE_MAX } from '../../../../services/contracts/admin/prices.contract.js';
import { api } from '../../api/base-api.js';
import { errorOfField, useSend } from '../../api/use-send.js';
import { useMay } from '../../api/use-signed-in.js';
import { saveFile } from '../../domain/download-link.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError, FormNote } from '../../ui/form/form.js';
import { count, lagosToday } from '../../ui/format.js';
import { DownloadIcon } from '../../ui/icons.js';
import { Card } from '../../ui/layout/page.js';
import { useConfirmedSend } from '../use-confirmed-send.js';
import { isWhen, momentOf, type When, WhenField } from './when-field.js';
import { FileFaults, GonePlans, PriceDifferences, type PricePreview } from './price-preview.js';
import { VendorList } from './vendor-list.js';
import classes from './admin-catalogue.module.css';

interface Previewed {
  readonly name: string;
  readonly csv: string;
  readonly preview: PricePreview;
}

const DOWNLOAD_TEXTS = { refused: 'The file could not be made.', broken: 'The file could not be made.' };
const PREVIEW_TEXTS = {
  refused: 'The file could not be read.',
  broken: 'No answer came back. Nothing was changed. Choose the file again.',
};
const APPLY_TEXTS = {
  refused: 'No price was changed.',
  broken: 'No answer came back. Send it again: what is stored already is not changed twice.',
};

export function BulkPrices() {
  const mayPrice = useMay('finance');
  const [previewed, setPreviewed] = useState<Previewed>();
  const [unread, setUnread] = useState<string>();
  const chosen = useRef<() => void>(null);
  const download = useSend('priceFile', DOWNLOAD_TEXTS);
  const looking = useSend('previewPrices', PREVIEW_TEXTS);

  const save = async (): Promise<void> => {
    const answer = await download.send({});
    if (answer) saveFile(`prices-${lagosToday()}.csv`, new Blob([answer.csv], { type: 'text/csv' }));
  };
  const look = async (name: string, csv: string): Promise<void> => {
    const preview = await looking.send({ csv });
    if (preview) setPreviewed({ name, csv, preview });
  };
  const choose = async (file: File | null): Promise<void> => {
    // Reset the file input. Otherwise `FileButton` would not react when the same file is chosen
    // again.
    chosen.current?.();
    if (!file) return;
    setPreviewed(undefined);
    const problem = problemOf(file);
    setUnread(problem);
    if (!problem) await look(file.name, await file.text());
  };

  return (
    <>
      <Card title="All prices at once">
        <div className={classes.bulk}>
          <FormNote>
            Data plans, cable bouquets and exam pins in one CSV file. Change prices or add plans in a
            spreadsheet, then upload it: you see what differs before anything changes. A line with a new code
            offers a plan. A column such as “Code at vendor 4” holds codes of one vendor account.
          </FormNote>
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<DownloadIcon />}
              aria-disabled={download.busy || undefined}
              onClick={() => void save()}
            >
              {download.busy ? 'Preparing...' : 'Download CSV'}
            </Button>
            {mayPrice ? (
              <FileButton accept=".csv,text/csv" resetRef={chosen} onChange={(file) => void choose(file)}>
                {(props) => (
                  <Button {...props} aria-disabled={looking.busy || undefined}>
                    {looking.busy ? 'Reading...' : 'Upload CSV'}
                  </Button>
                )}
              </FileButton>
            ) : null}
          </div>
          {mayPrice ? null : (
            <Notice tone="info" announce={false}>
              Changing prices needs the permission finance.
            </Notice>
          )}
          <FormError message={download.error} />
          <FormError message={unread ?? looking.error} />
        </div>
      </Card>
      {mayPrice ? <VendorList onChosen={(name, csv) => void look(name, csv)} /> : null}
      {previewed ? (
        <Preview
          key={`${previewed.name} ${previewed.preview.version}`}
          {...previewed}
          onAgain={() => void look(previewed.name, previewed.csv)}
          onClose={() => setPreviewed(undefined)}
        />
      ) : null}
    </>
  );
}

const problemOf = ({ size, name }: File): string | undefined => {
  if (size > PRICE_FILE_MAX)
    return `${name} is too large: at most ${count(PRICE_FILE_MAX)} characters. Is it the right file?`;
  return size === 0 ? `${name} is empty.` : undefined;
};

interface PreviewProps extends Previewed {
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Preview({ name, csv, preview, onAgain, onClose }: PreviewProps) {
  const [when, setWhen] = useState<When>();
  const [belowCost, setBelowCost] = useState(false);
  const [stopMissing, setStopMissing] = useState(false);
  const applying = useConfirmedSend('applyPrices', APPLY_TEXTS, 'Change these prices?');
  const dispatch = useDispatch();
  const { rows, unchanged, version, gone } = preview;
  const losing = rows.filter(({ below_cost: below }) => below).length;

  const changed = rows.length + (stopMissing ? gone.length : 0);
  const at = momentOf(when);
  const atError = errorOfField(applying.failure, 'at');

  const apply = async (): Promise<void> => {
    const answer = await applying.send({
      csv,
      version,
      ...(at !== undefined && { at }),
      ...(belowCost && { allow_below_cost: true }),
      ...(stopMissing && { stop_missing: true }),
    });
    dispatch(api.util.invalidateTags(['Catalogue']));
    if (!answer) return;
    toast(answer.message);
    onClose();
  };
  const put = (
    <Button variant="default" size="compact-sm" onClick={onClose}>
      Put away
    </Button>
  );
  if (preview.faults_total > 0)
    return (
      <Card title={`${name} cannot be used`} aside={put} className={classes.wide}>
        <FileFaults faults={preview.faults} total={preview.faults_total} />
      </Card>
    );
  if (rows.length === 0 && gone.length === 0)
    return (
      <Card title={`What ${name} changes`} aside={put} className={classes.wide}>
        <Notice tone="info">Nothing: all {count(unchanged)} prices are as in the file.</Notice>
      </Card>
    );
  return (
    <Card title={`What ${name} changes`} aside={put} className={classes.wide}>
      <Form onSend={apply}>
        <FormNote>
          {plans(rows.length)} will be changed or added, {count(unchanged)} stay as they are.
        </FormNote>
        {rows.length > 0 ? <PriceDifferences rows={rows} /> : null}
        {gone.length > 0 ? (
          <>
            <GonePlans gone={gone} />
            <Switch
              label="Stop selling the plans that are missing in the file"
              checked={stopMissing}
              onChange={(event) => {
                setStopMissing(event.currentTarget.checked);
                applying.clear();
              }}
            />
          </>
        ) : null}
        {losing > 0 ? (
          <>
            <Notice tone="warn">{plans(losing)} would be sold below what the vendor charges.</Notice>
            <Switch
              label="Allow selling them below what the vendor charges"
              checked={belowCost}
              onChange={(event) => {
                setBelowCost(event.currentTarget.checked);
                applying.clear();
              }}
            />
          </>
        ) : null}
        <WhenField
          when={when}
          error={atError}
          onChange={(picked) => {
            setWhen(picked);
            applying.clear();
          }}
        />
        <FormError message={atError ? undefined : applying.error} />
        {applying.failure?.code === 'STALE_EDIT' ? (
          <Button variant="default" onClick={onAgain}>
            Look at a new preview
          </Button>
        ) : null}
        <BusyButton
          busy={applying.busy}
          busyText={when === undefined ? 'Updating...' : 'Scheduling...'}
          disabled={changed === 0 || (losing > 0 && !belowCost) || !isWhen(when)}
        >
          {when === undefined ? 'Change' : 'Schedule'} {plans(changed)}
        </BusyButton>
      </Form>
      {applying.question}
    </Card>
  );
}

const plans = (number: number): string => `${count(number)} ${number === 1 ? 'plan' : 'plans'}`;
