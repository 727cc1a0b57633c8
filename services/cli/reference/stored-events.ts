import { ownEntry } from '../../contracts/own-entry.js';
import { isNewer } from '../../runtime/stores/oldest-version.js';
import { readEvents, type Field, type Shape } from './event-types.js';

/** Types of the fields of an event, by field name. The type of an optional field ends in `?`. */
type StoredFields = Readonly<Record<string, string>>;

export interface StoredEvents {
  readonly events: Readonly<Record<string, StoredFields>>;
  readonly shapes: Readonly<Record<string, StoredFields | readonly string[]>>;
}

export function storedEvents(root: string): StoredEvents {
  const { unions, shapes } = readEvents(root);
  const events = unions.flatMap((union) => union.events);
  return {
    events: Object.fromEntries(events.map(({ type, fields }) => [type, fieldsOf(fields)])),
    shapes: Object.fromEntries(shapes.map((shape) => [shape.name, shapeOf(shape)])),
  };
}

const shapeOf = ({ fields, alternatives }: Shape): StoredFields | readonly string[] =>
  alternatives.length > 0 ? alternatives : fieldsOf(fields);

const fieldsOf = (fields: readonly Field[]): StoredFields =>
  Object.fromEntries(fields.map(({ name, type, optional }) => [name, optional ? `${type}?` : type]));

const OF_LEDGER: ReadonlySet<string> = new Set(['LedgerBegun', 'OldestVersionNamed']);

export function firstStoredBy(
  releases: readonly { readonly release: string; readonly types: StoredEvents }[],
  now: StoredEvents,
  version: string,
): string {
  const [first, ...later] = releases.toSorted((one, other) => (isNewer(one.release, other.release) ? 1 : -1));
  const lines = Object.keys(now.events)
    .filter((type) => !OF_LEDGER.has(type) && !(first && Object.hasOwn(first.types.events, type)))
    .toSorted()
    .map((type) => {
      const by = later.find(({ types }) => Object.hasOwn(types.events, type))?.release ?? version;
      return `  ${type}: '${by}',\n`;
    });
  return `// Written by \`npm run docs:reference\` from the releases in \`services/standalone/testing/releases\`.

/** Version that first stored an event type. Types of the first release are absent. */
export const FIRST_STORED_BY: Readonly<Record<string, string>> = {
${lines.join('')}};
`;
}

/**
 * Returns the events of `release` that this version cannot read. Returns an empty list when this
 * version can read all of them.
 */
export function unreadable(release: StoredEvents, now: StoredEvents): string[] {
  const compare = new Comparing(release, now);
  return Object.entries(release.events).flatMap(([type, kept]) => {
    const fields = ownEntry(now.events, type);
    return fields ? compare.fields(type, kept, fields) : [`${type} is gone`];
  });
}

class Comparing {
  constructor(
    private readonly release: StoredEvents,
    private readonly now: StoredEvents,
  ) {}

  fields(where: string, kept: StoredFields, now: StoredFields): string[] {
    const changed = Object.entries(kept).flatMap(([name, type]) => {
      const field = ownEntry(now, name);
      if (field === undefined) return [`${where}.${name} is gone: keep it as an optional field`];
      if (type.endsWith('?') && !field.endsWith('?'))
        return [`${where}.${name} must stay optional: stored events lack it`];
      const [was, is] = [bare(type), bare(field)];
      if (this.covers(was, is)) return [];
      return [`${where}.${name} was ${was} and is ${was === is ? 'another type of that name' : is}`];
    });
    const added = Object.entries(now)
      .filter(([name, type]) => !Object.hasOwn(kept, name) && !type.endsWith('?'))
      .map(([name]) => `${where}.${name} is new and must be optional: stored events lack it`);
    return [...changed, ...added];
  }

  private covers(kept: string, now: string): boolean {
    if (kept.endsWith('[]') && now.endsWith('[]')) return this.covers(element(kept), element(now));
    const [before, after] = [this.alternatives(this.release, kept), this.alternatives(this.now, now)];
    return before.every((one) => after.some((other) => this.isSame(one, other)));
  }

  private alternatives(events: StoredEvents, type: string): readonly string[] {
    const shape = ownEntry(events.shapes, type);
    if (Array.isArray(shape))
      return (shape as readonly string[]).flatMap((one) => this.alternatives(events, one));
    const parts = splitUnion(type);
    return parts.length > 1 ? parts.flatMap((one) => this.alternatives(events, one)) : [type];
  }

  private isSame(kept: string, now: string): boolean {
    const [before, after] = [ownEntry(this.release.shapes, kept), ownEntry(this.now.shapes, now)];
    if (before && after) return this.fields(now, before as StoredFields, after as StoredFields).length === 0;
    return kept === now || (kept.endsWith('[]') && now.endsWith('[]') && this.covers(kept, now));
  }
}

const bare = (type: string): string => (type.endsWith('?') ? type.slice(0, -1) : type);

/**
 * Returns the type of the elements of a list type: `X` for `X[]`. Brackets around a union are
 * removed.
 */
function element(type: string): string {
  const inner = type.slice(0, -2);
  return inner.startsWith('(') && inner.endsWith(')') ? inner.slice(1, -1) : inner;
}

function splitUnion(type: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const word of type.split(' ')) {
    if (word === '|' && depth === 0) parts.push('');
    else {
      depth += [...word].filter((letter) => '({<'.includes(letter)).length;
      depth -= [...word].filter((letter) => ')}>'.includes(letter)).length;
      parts[parts.length - 1] = `${parts.at(-1)!} ${word}`.trim();
    }
  }
  return parts;
}
