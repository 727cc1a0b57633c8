import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/** How somebody wants to see a table. Kept in this browser, for each table by its name. */
interface TableChoices {
  /** Ids of columns that are shown or hidden against what is usual. */
  readonly turned: readonly string[];
  /** Low rows, so that more of them are in sight. */
  readonly dense: boolean;
  /** The keys j, k, /, x and Enter, for whom single keys do something else. */
  readonly keys: boolean;
}

const USUAL: TableChoices = { turned: [], dense: false, keys: true };

/** Whatever stands in the storage: an older version of this page may have written it, or a person. */
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

/** From here on all columns fit beside the menu. */
const ROOM = '(min-width: 90em)';

export interface ChosenTable extends TableChoices {
  readonly isShown: (column: ChosenColumn) => boolean;
  readonly toggleColumn: (column: ChosenColumn) => void;
  readonly choose: (choice: Partial<Pick<TableChoices, 'dense' | 'keys'>>) => void;
}

/** The choices for the table of this name, and what changes them. */
export function useTableChoices(name: string): ChosenTable {
  const [choices, setChoices] = useLocalStorage<TableChoices>({
    key: `naira-ledger-table-${name}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
    deserialize: choicesIn,
  });
  const hasRoom = useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false });
  const { turned } = choices;
  /** What is usual differs with the room there is, and so what is against it is kept apart. */
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
