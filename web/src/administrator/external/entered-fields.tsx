import { Button, TextInput } from '@mantine/core';
import { PIN_TYPED_MAX, TOKEN_TYPED_MAX } from '../../../../services/contracts/admin/external.contract.js';
import type { CallBody } from '../../api/call.js';
import type { Failure } from '../../api/failure.js';
import { FieldPair, FormNote } from '../../ui/form/form.js';
import type { Steps } from './external.api.js';
import classes from './external.module.css';

export interface Typed {
  readonly value: string;
  readonly serial: string;
}
const NOTHING: Typed = { value: '', serial: '' };
export const NOTHING_TYPED: readonly Typed[] = [NOTHING];

export function enteredIn(
  kind: Steps['hands_over'],
  typed: readonly Typed[],
): Pick<CallBody<'markSuccessful'>, 'tokens' | 'pins'> {
  const rows = typed.filter(({ value, serial }) => value.trim() !== '' || serial.trim() !== '');
  if (kind === undefined || rows.length === 0) return {};
  if (kind === 'tokens') return { tokens: rows.map(({ value }) => value.trim()) };
  return {
    pins: rows.map(({ value, serial }) => ({
      pin: value.trim(),
      ...(serial.trim() !== '' && { serial: serial.trim() }),
    })),
  };
}

interface EnteredFieldsProps {
  readonly kind: NonNullable<Steps['hands_over']>;
  readonly pieces: number;
  readonly typed: readonly Typed[];
  readonly onType: (typed: readonly Typed[]) => void;
  readonly failure: Failure | undefined;
}

export function EnteredFields({ kind, pieces, typed, onType, failure }: EnteredFieldsProps) {
  const change = (at: number, typing: Partial<Typed>): void =>
    onType(typed.map((row, index) => (index === at ? { ...row, ...typing } : row)));
  const [what, most] = kind === 'tokens' ? ['Token', TOKEN_TYPED_MAX] : ['Pin', PIN_TYPED_MAX];
  const sentRows = typed.flatMap(({ value, serial }, index) =>
    value.trim() || serial.trim() ? [index] : [],
  );
  const faultOf = (index: number, field: string): string | undefined => {
    const [list, sent, part = ''] = failure?.field?.split('.') ?? [];
    const at = sent === undefined ? sentRows[0] : sentRows[Number(sent)];
    return list === kind && at === index && (part || 'pin') === field ? failure?.message : undefined;
  };
  return (
    <fieldset className={classes.entered}>
      <legend className="nl-hidden">
        {kind === 'tokens' ? 'Tokens for the customer' : 'Pins for the customer'}
      </legend>
      {typed.map(({ value, serial }, index) => {
        const number = typed.length === 1 ? '' : ` ${index + 1}`;
        const input = (
          <TextInput
            size="md"
            label={`${what}${number}, if the vendor told one`}
            name={`${kind}-${index}`}
            autoComplete="off"
            inputMode={kind === 'tokens' ? 'numeric' : 'text'}
            maxLength={most}
            value={value}
            error={faultOf(index, 'pin')}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
        );
        if (kind === 'tokens') return <div key={index}>{input}</div>;
        return (
          <FieldPair key={index}>
            {input}
            <TextInput
              size="md"
              label={`Serial${number}`}
              name={`serial-${index}`}
              autoComplete="off"
              maxLength={PIN_TYPED_MAX}
              value={serial}
              error={faultOf(index, 'serial')}
              onChange={(event) => change(index, { serial: event.currentTarget.value })}
            />
          </FieldPair>
        );
      })}
      {typed.length < pieces ? (
        <Button size="compact-sm" variant="default" onClick={() => onType([...typed, NOTHING])}>
          {kind === 'tokens' ? 'Add a token' : 'Add a pin'}
        </Button>
      ) : null}
      <FormNote>
        {kind === 'tokens'
          ? '20 digits each; spaces and dashes do not matter. Key changes first, the credit last. The customer sees them on the receipt.'
          : 'The customer sees them on the receipt.'}
      </FormNote>
    </fieldset>
  );
}
