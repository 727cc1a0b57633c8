import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { SwitchedService } from '../../../../services/contracts/admin/vendors.contract.js';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { Notice } from '../../ui/feedback/notice.js';
import { BusyButton } from '../../ui/form/busy-button.js';
import { Form, FormError } from '../../ui/form/form.js';
import { ChevronDownIcon, ChevronUpIcon, PauseIcon, PlayIcon } from '../../ui/icons.js';
import { type KnownOfVendors, VendorFacts } from './vendor-facts.js';
import { Paused, PauseSheet } from './vendor-pause.js';
import type { AccountPause, Pause, Vendor } from './vendors.api.js';
import classes from './vendor-switch-page.module.css';

const TEXTS = {
  refused: 'The order could not be changed.',
  broken: 'An error occurred while changing the order. Look whether it was changed.',
};

const MOVES = [
  { by: -1, word: 'earlier', Sign: ChevronUpIcon },
  { by: 1, word: 'later', Sign: ChevronDownIcon },
] as const;

interface VendorOrderProps {
  readonly title: string;
  readonly service: SwitchedService;
  readonly vendors: readonly Vendor[];
  readonly order: readonly number[];
  readonly pauses: readonly Pause[];
  readonly accountPauses: readonly AccountPause[];
  readonly known: KnownOfVendors;
  readonly mayOrder: boolean;
}

/**
 * Order in which vendors are tried. The next vendor is tried only when it is certain that the vendor before
 * it charged nothing.
 */
export function VendorOrder(props: VendorOrderProps) {
  const { title, service, vendors, order, pauses, accountPauses, known, mayOrder } = props;
  // `codes` is the edited order of the vendors. `shown` is the order before the first edit.
  const [draft, setDraft] = useState<{
    readonly shown: readonly number[];
    readonly codes: readonly number[];
  }>();
  const [asked, setAsked] = useState<{ readonly code: number; readonly pause: Pause | undefined }>();
  const [movedTo, setMovedTo] = useState('');
  const [done, setDone] = useState<string>();
  const { send, busy, error, clear } = useSend('setVendorOrder', TEXTS);
  const dispatch = useDispatch();
  const codes = draft?.codes ?? order;
  const keepFocus = useKeptFocus(codes);
  const nameOf = (code: number): string => vendors.find((vendor) => vendor.code === code)?.name ?? '';
  const pauseOf = (code: number): Pause | undefined => pauses.find(({ vendor }) => vendor === code);

  const move = (at: number, by: number, button: string): void => {
    const moved = codes.toSpliced(at, 1).toSpliced(at + by, 0, codes[at]!);
    const shown = draft?.shown ?? order;
    setDraft(moved.join() === shown.join() ? undefined : { shown, codes: moved });
    setMovedTo(`${nameOf(codes[at]!)} is number ${at + by + 1}.`);
    setDone(undefined);
    clear();
    keepFocus(button);
  };
  const save = async (): Promise<void> => {
    if (!draft) return;
    const answer = await send({ service, vendors: [...draft.codes], shown: [...draft.shown] });
    // Reload even after a refusal or without an answer.
    dispatch(api.util.invalidateTags(['Vendors']));
    setDraft(undefined);
    setDone(answer?.message);
  };

  return (
    <div className={classes.order}>
      <h3 id={`order-${service}`}>Asked in turn</h3>
      <ol aria-labelledby={`order-${service}`}>
        {codes.map((code, at) => (
          <li key={code}>
            <span>
              {code} {nameOf(code)}
              <VendorFacts code={code} known={known} />
            </span>
            {mayOrder ? (
              <VendorButtons
                vendor={{ code, name: nameOf(code) }}
                service={service}
                title={title}
                paused={pauseOf(code) !== undefined}
                cannot={(by) => busy || codes[at + by] === undefined}
                onPause={() => setAsked({ code, pause: pauseOf(code) })}
                onMove={(by, button) => move(at, by, button)}
              />
            ) : null}
            {pauseOf(code) ? <Paused pause={pauseOf(code)!} /> : null}
            {accountPauses.some(({ vendor }) => vendor === code) ? (
              <span className={classes.paused}>
                <strong>Paused</strong> for all it sells: see Refused by vendors
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      <span className="nl-hidden" role="status">
        {movedTo}
      </span>
      {draft ? (
        <SaveOrder title={title} busy={busy} onSave={save} onUndo={() => setDraft(undefined)} />
      ) : null}
      {done ? <Notice tone="good">{done}</Notice> : null}
      <FormError message={error} />
      {asked ? (
        <PauseSheet
          title={title}
          service={service}
          pause={asked.pause}
          vendor={asked.code}
          name={nameOf(asked.code)}
          others={order.some((code) => code !== asked.code && !pauseOf(code))}
          onDone={setDone}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}

/** When a row moves down, the browser removes its element for a moment, and the button loses the focus. */
function useKeptFocus(codes: readonly number[]): (button: string) => void {
  const pressed = useRef<string>(undefined);
  useEffect(() => {
    if (pressed.current !== undefined) document.getElementById(pressed.current)?.focus();
    pressed.current = undefined;
  }, [codes]);
  return (button) => {
    pressed.current = button;
  };
}

interface VendorButtonsProps {
  readonly vendor: Pick<Vendor, 'code' | 'name'>;
  readonly service: SwitchedService;
  readonly title: string;
  readonly paused: boolean;
  readonly cannot: (by: number) => boolean;
  readonly onPause: () => void;
  readonly onMove: (by: number, button: string) => void;
}

function VendorButtons(props: VendorButtonsProps) {
  const { vendor, service, title, paused, cannot, onPause, onMove } = props;
  return (
    <span className={classes.moves}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={`${paused ? 'Resume' : 'Pause'} ${vendor.name} for ${title}`}
        onClick={onPause}
      >
        {paused ? <PlayIcon /> : <PauseIcon />}
      </ActionIcon>
      {MOVES.map(({ by, word, Sign }) => (
        <ActionIcon
          key={word}
          id={`${service}-${vendor.code}-${word}`}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={`Ask ${vendor.name} ${word} for ${title}`}
          // Use `aria-disabled`, which keeps the keyboard focus. `disabled` would lose it.
          aria-disabled={cannot(by) || undefined}
          data-disabled={cannot(by) || undefined}
          onClick={(event) => {
            if (!cannot(by)) onMove(by, event.currentTarget.id);
          }}
        >
          <Sign />
        </ActionIcon>
      ))}
    </span>
  );
}

interface SaveOrderProps {
  readonly title: string;
  readonly busy: boolean;
  readonly onSave: () => Promise<void>;
  readonly onUndo: () => void;
}

function SaveOrder({ title, busy, onSave, onUndo }: SaveOrderProps) {
  return (
    <Form onSend={onSave} aria-label={`Order for ${title}`}>
      <div className={classes.buttons}>
        <BusyButton busy={busy} busyText="Updating...">
          Save the order
        </BusyButton>
        <Button variant="default" size="md" disabled={busy} onClick={onUndo}>
          Undo
        </Button>
      </div>
    </Form>
  );
}
