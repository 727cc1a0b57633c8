// Checks the catalogues against the code. `texts.generated.json` holds every text of the customers' pages;
// each language has the same keys. Push texts also go into `push-texts.ts` for the server. `--write` updates
// the generated files, removes unused keys and lists missing translations.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const WEB = import.meta.dirname;
const SOURCE = path.join(WEB, 'src');
const LANGUAGES = path.join(SOURCE, 'languages');
const write = process.argv.includes('--write');
const faults = [];

const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Possible texts of an argument; undefined when known only at run time. */
function textsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const [one, other] = [textsOf(node.whenTrue), textsOf(node.whenFalse)];
  return one && other && [...one, ...other];
}

/** Catalogue key of each function, from its arguments. */
const KEYS = {
  t: ([text]) => textsOf(text),
  msg: ([text]) => textsOf(text),
  rich: ([text]) => textsOf(text),
  plural: ([, one, other]) =>
    ts.isStringLiteralLike(one) && ts.isStringLiteralLike(other)
      ? [`{number, plural, one {${one.text}} other {${other.text}}}`]
      : undefined,
};

/**
 * Texts in one file. Arguments that are no literals have type `Message`, so `msg` has marked them elsewhere.
 */
function extract(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      Object.hasOwn(KEYS, node.expression.text)
    )
      found.push(...(KEYS[node.expression.text](node.arguments) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const speaks = (file) => /languages\/language\.js'|'\.\/language\.js'/.test(readFileSync(file, 'utf8'));
const sources = filesBelow(SOURCE, /\.tsx?$/).filter(speaks);

const PUSH = path.join(WEB, '../services/notices/push');
/** Service names that appear in server sentences. */
function serviceNames() {
  const file = path.join(WEB, '../services/contracts/services.ts');
  const table = /SERVICE_NAMES[^=]*= \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return [...table.matchAll(/: '([^']+)'/g)].map(([, name]) => name);
}
const pushed = [...new Set([...extract(path.join(PUSH, 'push-message.ts')), ...serviceNames()])].sort();
if (pushed.length < 10) faults.push('the texts of services/notices/push cannot be read any more');
const texts = [...new Set([...sources.flatMap(extract), ...pushed])].sort((one, other) =>
  one < other ? -1 : 1,
);

/** Generated list of English texts, loaded by no page. */
const ENGLISH = 'texts.generated';
const fileOf = (language) => path.join(LANGUAGES, `${language}.json`);
const read = (language) => JSON.parse(readFileSync(fileOf(language), 'utf8'));
const store = (language, catalogue) =>
  writeFileSync(fileOf(language), `${JSON.stringify(catalogue, null, 2)}\n`);

/** Placeholder names without the `plural` selector. */
const namesOf = (text) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort().join();

const english = Object.fromEntries(texts.map((text) => [text, text]));
if (write) store(ENGLISH, english);
else if (JSON.stringify(read(ENGLISH)) !== JSON.stringify(english))
  faults.push('texts.generated.json is not what the code says: npm run texts');

const others = readdirSync(LANGUAGES).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []);
for (const language of others) {
  const catalogue = read(language);
  const kept = Object.fromEntries(
    texts.flatMap((text) => (catalogue[text] ? [[text, catalogue[text]]] : [])),
  );
  for (const text of texts) {
    const said = kept[text];
    if (!said) faults.push(`${language}.json lacks: ${text}`);
    else if (namesOf(said) !== namesOf(text)) faults.push(`${language}.json has other places than: ${text}`);
    else
      try {
        compileMessage(said);
      } catch (error) {
        faults.push(`${language}.json cannot be read: ${text} (${error.message})`);
      }
  }
  if (write) store(language, kept);
  else if (JSON.stringify(catalogue) !== JSON.stringify(kept))
    faults.push(`${language}.json is not in order, or has texts that no page says: npm run texts`);
}

/** Translations that differ from English, the server's fallback. */
const inLanguage = (language) => {
  const catalogue = read(language);
  const other = pushed.filter((text) => catalogue[text] && catalogue[text] !== text);
  return Object.fromEntries(other.map((text) => [text, catalogue[text]]));
};
const pushTexts = path.join(PUSH, 'push-texts.ts');
const table = Object.fromEntries(
  ['en', ...others].map((each) => [each, each === 'en' ? {} : inLanguage(each)]),
);
const written = await format(
  `import type { PushLanguage } from '../../contracts/devices/push.contract.js';

/** Translations by English text, without equal texts. Generated by \`npm run texts\` from the web's texts. */
export const PUSH_TEXTS: Readonly<Record<PushLanguage, Readonly<Record<string, string>>>> = ${JSON.stringify(table)};
`,
  { ...(await resolveConfig(pushTexts)), parser: 'typescript' },
);
if (write) writeFileSync(pushTexts, written);
else if (!existsSync(pushTexts) || readFileSync(pushTexts, 'utf8') !== written)
  faults.push('services/notices/push/push-texts.ts is not what the catalogues say: npm run texts');

// Every text in `server-texts.ts` must exist in the server's code; unused ones would go unnoticed.
const root = path.join(WEB, '..');
const server = ['services', 'read-models']
  .flatMap((folder) => filesBelow(path.join(root, folder), /(?<!\.spec)\.ts$/))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
for (const text of extract(path.join(LANGUAGES, 'server-texts.ts')))
  if (!server.includes(text.replace(/ ?\{number\}$/, ''))) faults.push(`the server never says: ${text}`);

/** Error codes that customers never see, or that the page words itself. */
const NOT_FOR_CUSTOMERS = new Set(
  `INVALID_JSON UNSUPPORTED_MEDIA_TYPE METHOD_NOT_ALLOWED SIGNATURE_INVALID VALIDATION_FAILED OUTCOME_UNKNOWN PINLESS_LIMIT
  NETWORK_DISABLED PLAN_DISABLED WRONG_ROLE PERMISSION_MISSING SECOND_FACTOR_REQUIRED PASSKEY_OR_CODE_REQUIRED
  SECOND_FACTOR_INCORRECT SECOND_FACTOR_REFUSED SECOND_FACTOR_OFF SECOND_FACTOR_NEEDED SIGN_IN_DEVICE_NOT_FOUND
  ADMINISTRATOR_SUSPENDED ADMINISTRATOR_NOT_FOUND ENROLMENT_EXPIRED VENDOR_NOT_SELLING NOTHING_PRICED STALE_EDIT CHANGE_CONFLICT
  BANK_REFERENCE_USED PAYMENT_OF_PROVIDER UNMATCHED_NOT_FOUND UNMATCHED_SETTLED UNMATCHED_AMOUNT
  UNMATCHED_AMOUNT_DIFFERS UNMATCHED_CERTAIN CHARGEBACK_PAYMENT_NOT_FOUND CHARGEBACK_TOO_MUCH
  CHARGEBACK_NOT_FOUND DISPUTE_RECORDED DISPUTE_WON ACCOUNT_NOT_FOUND APPROVAL_NOT_FOUND APPROVAL_OWN APPROVAL_DECIDED
  HOUSE_APPROVAL REVIEW_APPROVAL CONFIRM_OFF CONFIRM_PRICE APPROVAL_OWN_CHANGE PAYOUTS_FREE APPROVAL_WITHOUT_ASKER APPROVAL_TOO_NEW APPROVAL_SAME_HAND PERMISSION_TOO_NEW ACCESS_OF_GIVER NEGATIVE_MARGIN ACCESS_OWN INVITATION_OPEN INVITATION_NOT_FOUND
  INVITATION_INVALID INVITATION_EXPIRED INVITATION_USED USER_NOT_FOUND ALERT_NOT_FOUND PRICE_CHANGE_OVER
  BROADCAST_NOT_FOUND PURCHASE_SETTLED REVIEW_NOT_OPEN TOO_MANY_CUSTOMERS`.split(/\s+/),
);
const errors = readFileSync(path.join(root, 'services/contracts/errors.ts'), 'utf8');
const refusals = [...errors.matchAll(/^ {2}([A-Z_]+): \[\s*\d+,\s*'((?:[^'\\]|\\.)*)'/gm)];
if (refusals.length < 100) faults.push('services/contracts/errors.ts cannot be read any more');
for (const [, code, text] of refusals) {
  const said = Object.hasOwn(english, text.replace(/^\w+: /, ''));
  if (said === NOT_FOR_CUSTOMERS.has(code))
    faults.push(
      said
        ? `${code} is in the catalogue: customers meet it`
        : `the catalogue lacks the refusal ${code}: ${text}`,
    );
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${texts.length} texts stand in the catalogues of ${['en', ...others].join(', ')}`);
