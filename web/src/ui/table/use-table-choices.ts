import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/** Settings of a table, stored in this browser under the `name` of the table. */
interface TableChoices {
  readonly turned: readonly string[];
  readonly dense: boolean;
  readonly keys: boolean;
}

const USUAL: TableChoices = { turned: [], dense: false, keys: true };

/**
 * Reads the stored settings and checks them, because an older version of the app or a person may have written
 * them.
 */
function choicesIn(text: string | undefined): TableChoices {
  try {
    const { turned, dense, keys } = JSON.parse(text ?? '') as Partial<Record<keyof TableChoices, unknown>>;
    return {
      turned: Array.isArray(turned) ? turned.filter((id) => typeof id === 'string') : USUAL.turned,
      dense: dense === true,
      keys: keys !== false,
    };
  } catch {
    return USUAL;
  }
}

export interface ChosenColumn {
  readonly id: string;
  readonly optional?: true;
  readonly roomy?: true;
}

/** Media query for windows that are wide enough for all columns beside the menu. */
const ROOM = '(min-width: 90em)';

export interface ChosenTable extends TableChoices {
  readonly isShown: (column: ChosenColumn) => boolean;
  readonly toggleColumn: (column: ChosenColumn) => void;
  readonly choose: (choice: Partial<Pick<TableChoices, 'dense' | 'keys'>>) => void;
}

export function useTableChoices(name: string): ChosenTable {
  const [choices, setChoices] = useLocalStorage<TableChoices>({
    key: `naira-ledger-table-${name}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
    deserialize: choicesIn,
  });
  const hasRoom = useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false });
  const { turned } = choices;
  const usual = ({ id, optional, roomy }: ChosenColumn): readonly [kept: string, hidden: boolean] =>
    roomy && !hasRoom ? [`${id}-narrow`, true] : [id, optional === true];
  return {
    ...choices,
    isShown: (column) => {
      const [kept, hidden] = usual(column);
      return turned.includes(kept) === hidden;
    },
    toggleColumn: (column) => {
      const [kept] = usual(column);
      setChoices({
        ...choices,
        turned: turned.includes(kept) ? turned.filter((other) => other !== kept) : [...turned, kept],
      });
    },
    choose: (choice) => setChoices({ ...choices, ...choice }),
  };
}
