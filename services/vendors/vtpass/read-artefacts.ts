import { type Artefacts, type ExamPin, type HandedOver, usualTokenLabel } from '../../contracts/artefacts.js';
import { type LabelledToken, pinsIn, plainText, TEXT_MAX, tokensIn } from '../artefact-text.js';
import { type Fields, fieldsOf } from '../vendor-json.js';

const TOKENS_MAX = 20;
const PINS_MAX = 100;
const LISTED_MAX = 200;
const MEMBERS_MAX = 200;
const NAME_MAX = 60;
const NAMES_MAX = 1_000;
const UNITS_MAX = 60;
const PIN_MAX = 100;
const MEMBER_MAX = 600;
const DEPTH_MAX = 5;

const CREDIT = ['token', 'maintoken', 'purchasedcode', 'tokens'];
const KEY_CHANGES = [
  ['kct1', 'resettoken', 'configuretoken1'],
  ['kct2', 'configuretoken', 'configuretoken2'],
];
const BONUS = ['bonustoken'];
const UNITS = ['units', 'maintokenunits', 'purchasedunits', 'tokenunits'];
const PIN_LISTS = ['cards', 'pins', 'epins', 'tokens'];
const PIN = ['pin', 'epin', 'pincode', 'pinnumber', 'token'];
const SERIAL = ['serial', 'serialno', 'serialnumber', 'sn'];
const PURCHASED_CODE = ['purchasedcode'];

const ARTEFACTS: ReadonlySet<string> = new Set(
  [CREDIT, ...KEY_CHANGES, BONUS, UNITS, PIN_LISTS, PIN, SERIAL].flat(),
);
/** Fields that every answer has. None of these fields contains tokens or pins. */
const COMMON: ReadonlySet<string> = new Set([
  'code',
  'content',
  'responsedescription',
  'requestid',
  'amount',
  'transactiondate',
  'transactionid',
]);

/** VTpass puts tokens and pins into several different fields. */
export function readArtefacts(top: Fields, kind?: HandedOver): Artefacts {
  const places = placesOf(top);
  const members = places.flatMap((place) => membersOf(place, ARTEFACTS)).filter(({ value }) => isSaid(value));
  // Airtime and data have neither tokens nor pins.
  if (members.length === 0 && kind !== 'tokens') return {};
  const wanted = kind ?? guessed(members);
  const read = wanted === 'pins' ? pinsOf(members) : tokensOf(members);
  const units = firstOf(members, UNITS, (value) => textOf(value, UNITS_MAX));
  const purchasedCode = firstOf(members, PURCHASED_CODE, (value) => textOf(value));
  const unread = toldOf([
    ...members.filter((member) => isUnread(member, wanted, read)),
    ...(wanted === 'tokens'
      ? places.flatMap((place) => membersOf(place)).filter((member) => hasOtherToken(member, read))
      : []),
  ]);
  return {
    ...read,
    ...(units !== undefined && { units }),
    ...(purchasedCode !== undefined && { purchasedCode }),
    ...(unread !== undefined && { unread }),
  };
}

/** Returns all parts of an answer that may be tokens or pins, for a reviewer to read. */
export function unreadArtefacts(answer: unknown): string | undefined {
  const top = fieldsOf(answer) ?? {};
  const inside = membersInside('content', top['content'], DEPTH_MAX);
  const others = membersOf(top).filter(({ name }) => !COMMON.has(name) && !ARTEFACTS.has(name));
  const named = [...membersOf(top), ...inside].filter(({ name }) => ARTEFACTS.has(name));
  // Name and phone of the customer stand inside of the content, so only tokens are taken from there.
  const tokens = inside.filter((member) => hasOtherToken(member, {}));
  return toldOf([...named, ...tokens, ...others]);
}

/** Returns the parts of an answer that may contain tokens and pins. Usually, only the first part does. */
function placesOf(top: Fields): readonly Fields[] {
  const content = fieldsOf(top['content']);
  const transaction = fieldsOf(content?.['transactions']);
  const places = [
    top,
    content,
    transaction,
    fieldsOf(content?.['extras']),
    fieldsOf(transaction?.['extras']),
  ];
  return places.filter((place) => place !== undefined);
}

interface Member {
  /**
   * Name of a field, reduced to small letters and digits: `purchased_code` becomes `purchasedcode`.
   */
  readonly name: string;
  readonly key: string;
  readonly value: unknown;
}

function membersOf(fields: Fields, wanted?: ReadonlySet<string>): Member[] {
  const members: Member[] = [];
  for (const [key, value] of Object.entries(fields).slice(0, MEMBERS_MAX)) {
    const name = nameOf(key);
    if (!wanted || wanted.has(name)) members.push({ name, key, value });
  }
  return members;
}

/** A vendor sends the same keys in each answer. */
const seenNames = new Map<string, string>();

function nameOf(key: string): string {
  const seen = seenNames.get(key);
  if (seen !== undefined) return seen;
  const name = key
    .slice(0, NAME_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (seenNames.size < NAMES_MAX && key.length <= NAME_MAX) seenNames.set(key, name);
  return name;
}

/** Members at any depth. */
function membersInside(key: string, value: unknown, depth: number): readonly Member[] {
  const items = Array.isArray(value) ? value.slice(0, LISTED_MAX) : [value];
  return items.flatMap((item: unknown): readonly Member[] => {
    const fields = fieldsOf(item);
    if (!fields) return typeof item === 'string' ? [{ name: '', key, value: item }] : [];
    return membersOf(fields).flatMap((member) =>
      depth === 0 || ARTEFACTS.has(member.name) || typeof member.value !== 'object'
        ? [member]
        : membersInside(member.key, member.value, depth - 1),
    );
  });
}

function firstOf<Read>(
  members: readonly Member[],
  names: readonly string[],
  read: (value: unknown) => Read | undefined,
): Read | undefined {
  for (const name of names)
    for (const member of members) {
      const found = member.name === name ? read(member.value) : undefined;
      if (found !== undefined) return found;
    }
  return undefined;
}

function guessed(members: readonly Member[]): HandedOver {
  const named = (names: readonly string[]) => members.filter(({ name }) => names.includes(name));
  if (named(CREDIT.slice(0, 2)).some(({ value }) => tokensOfValue(value).length > 0)) return 'tokens';
  const lists = named(PIN_LISTS).flatMap(({ value }) => (Array.isArray(value) ? value : []) as unknown[]);
  const pins = lists.length > 0 || named(['pin', 'epin']).some(({ value }) => isSaid(value));
  return pins && !lists.some((value) => tokensOfValue(value).some(isMeterToken)) ? 'pins' : 'tokens';
}

const METER_TOKEN_DIGITS = 20;
const isMeterToken = ({ value }: LabelledToken): boolean => value.length === METER_TOKEN_DIGITS;

/**
 * Returns the tokens in the order in which the customer must type them. A meter accepts the token
 * with the credit only after both tokens that change its key.
 */
function tokensOf(members: readonly Member[]): Pick<Artefacts, 'tokens' | 'labels' | 'bonusToken'> {
  const lists = CREDIT.flatMap((name) =>
    members.filter((member) => member.name === name).map(({ value }) => tokensOfValue(value)),
  ).filter(({ length }) => length > 0);
  const changes = KEY_CHANGES.flatMap((names, index): LabelledToken[] => {
    const token = firstOf(members, names, (value) => tokensOfValue(value)[0]);
    return token ? [{ value: token.value, label: usualTokenLabel(index, KEY_CHANGES.length + 1) }] : [];
  });
  const inFields = [...changes, ...(lists[0] ?? [])];
  const longest = lists.reduce((one, other) => (other.length > one.length ? other : one), inFields);
  const all = unlike([...longest, ...inFields, ...lists.flat()], ({ value }) => value).slice(0, TOKENS_MAX);
  const bonus = firstOf(members, BONUS, (value) => tokensOfValue(value)[0]);
  return {
    // Do not report a delivery when there are only tokens that change the key of the meter, because the token
    // with the credit is still missing.
    ...(all.some(({ label = '' }) => !KEY_CHANGE.test(label)) && named(all)),
    ...(bonus && { bonusToken: bonus.value }),
  };
}

const KEY_CHANGE = /^(?:kct|key ?change|reset|configure)/i;

function named(all: readonly LabelledToken[]): Pick<Artefacts, 'tokens' | 'labels'> {
  const tokens = all.map(({ value }) => value);
  const plain = all.every(({ label = 'Token' }) => label === 'Token');
  const labels = all.map(({ label }, index) => (plain ? `Token ${index + 1}` : (label ?? 'Token')));
  const usual = labels.every((label, index) => label === usualTokenLabel(index, all.length));
  return all.length === 1 || usual ? { tokens } : { tokens, labels };
}

function tokensOfValue(value: unknown): LabelledToken[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, LISTED_MAX) : [value];
  return values.flatMap((each) => tokensIn(textOf(each) ?? '')).slice(0, TOKENS_MAX);
}

function pinsOf(members: readonly Member[]): Pick<Artefacts, 'pins'> {
  const lists = [...PIN_LISTS, ...PURCHASED_CODE]
    .flatMap((name) => members.filter((member) => member.name === name))
    .map(({ value }) => pinsOfValue(value));
  const alone = cardOf(members);
  const weight = (pins: readonly ExamPin[]): number =>
    pins.length * (PINS_MAX + 1) + pins.filter(({ serial }) => serial !== undefined).length;
  const pins = [alone, ...lists].reduce((one, other) => (weight(other) > weight(one) ? other : one));
  // Count equal pins only once. A pin that is counted twice would hide that another pin is missing.
  const different = unlike(pins, ({ pin, serial }) => `${pin}|${serial ?? ''}`);
  return different.length > 0 ? { pins: different } : {};
}

function pinsOfValue(value: unknown): ExamPin[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, LISTED_MAX) : [value];
  return values
    .flatMap((card): ExamPin[] => {
      const fields = fieldsOf(card);
      if (fields) return cardOf(membersOf(fields));
      if (typeof card !== 'string') return [];
      const told = pinsIn(card);
      if (told.length > 0) return told;
      const pin = pinText(card);
      return pin !== undefined && (Array.isArray(value) || BARE_PIN.test(pin)) ? [{ pin }] : [];
    })
    .slice(0, PINS_MAX);
}

const BARE_PIN = /^(?=[A-Za-z-]{0,40}\d)[A-Za-z0-9-]{4,40}$/;

function cardOf(members: readonly Member[]): ExamPin[] {
  const pin = firstOf(members, PIN, pinText);
  const serial = firstOf(members, SERIAL, pinText);
  if (pin === undefined) return [];
  return [serial === undefined ? { pin } : { pin, serial }];
}

const pinText = (value: unknown): string | undefined =>
  textOf(value, PIN_MAX)
    ?.replace(/\p{Zs}/gu, ' ')
    .trim();

function unlike<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(keyOf(item)).size);
}

function isUnread({ name, value }: Member, wanted: HandedOver | undefined, read: Artefacts): boolean {
  if (PURCHASED_CODE.includes(name)) return false;
  if (UNITS.includes(name)) return textOf(value, UNITS_MAX) === undefined;
  if (!read.tokens && !read.pins) return true;
  return wanted === 'tokens'
    ? tokensOfValue(value).length === 0
    : pinsOfValue(value).length === 0 && pinText(value) === undefined;
}

/** True for a field with an unknown name and a token of a meter that is not among the tokens that were read. */
const hasOtherToken = ({ name, value }: Member, { tokens, bonusToken }: Artefacts): boolean =>
  !ARTEFACTS.has(name) &&
  !COMMON.has(name) &&
  tokensOfValue(value).some(
    (token) => isMeterToken(token) && !tokens?.includes(token.value) && token.value !== bonusToken,
  );

function toldOf(members: readonly Member[]): string | undefined {
  const said = members.filter(({ value }) => isSaid(value));
  if (said.length === 0) return undefined;
  const share = Math.max(MEMBER_MAX, Math.floor(TEXT_MAX / said.length));
  return plainText(
    said.map(({ key, value }) => `${plainText(key, NAME_MAX)}: ${wholeOf(value)}`.slice(0, share)).join('\n'),
  );
}

function wholeOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Return a placeholder for a list that is nested too deeply, because `JSON.stringify` fails on it.
    return '(too deep)';
  }
}

const NOTHING = /^(?:n\/?a|nil|none|null|-)?$/i;

const isSaid = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  !(typeof value === 'string' && value.length <= NAME_MAX && NOTHING.test(value.trim())) &&
  !(Array.isArray(value) && value.length === 0);

function textOf(value: unknown, max = Infinity): string | undefined {
  // Refuse an integer that is not a safe integer (`isSafeInteger`). `JSON.parse` has rounded it, so the token
  // would be wrong.
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  return typeof value === 'string' && isSaid(value) && value.length <= max ? plainText(value) : undefined;
}
