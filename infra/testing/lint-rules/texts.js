/**
 * Requires texts that customers read to come from the catalogue of web/src/languages.
 *
 * Allows keys, comparisons, types, imports and machine attributes; texts for administrators; and names that are equal
 * in every language.
 */
export const texts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      text: 'Words that customers read stand in the catalogue: say them with t, or mark them with msg.',
    },
  },
  create(context) {
    const judge = (node, text) => {
      if (readsLikeWords(text) && !isName(text) && !isLetThrough(node))
        context.report({ node, messageId: 'text' });
    };
    return {
      JSXText: (node) => {
        if (/[A-Za-z]{2}/.test(node.value) && !isName(node.value.trim()))
          context.report({ node, messageId: 'text' });
      },
      Literal: (node) => {
        if (typeof node.value === 'string') judge(node, node.value);
      },
      TemplateLiteral: (node) => judge(node, node.quasis.map(({ value }) => value.cooked).join('{}')),
    };
  },
};

const SAYS = new Set(['t', 'msg', 'plural', 'rich']);

const NAMES = new Set([
  'Naira Ledger',
  'WhatsApp',
  'CSV',
  'English',
  'Pidgin',
  'Glo',
  'Airtel',
  // Names of keys.
  'Ctrl',
  'Enter',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  // Plan and meter names.
  'Gifting',
  'Prepaid',
  'Postpaid',
  // Internal names with spaces.
  'look up',
  'nothing sent',
  'in doubt',
  'password changed',
  // Seconds and minutes.
  '{} s',
  '{} min',
  // Sample inputs.
  '03-Oct-1993',
  '1GB, 30 days',
]);
const isName = (text) => NAMES.has(text.replace(/^\{\} · /, ''));

/** Selectors that list tags. */
const TAGS = '(a|button|input|label|select|summary|textarea)';
const TAG_LIST = new RegExp(`^${TAGS}(, ${TAGS})+$`);
const isForMachines = (text) =>
  TAG_LIST.test(text) || /[[\]<>=]|\((pointer|min|max)|px\b|system-ui/.test(text);

const readsLikeWords = (text) =>
  !isForMachines(text) &&
  (/^[\s"“(,.·:]*[A-Z][a-z]/.test(text) ||
    /[A-Za-z]{2}[,.;:!?…]* +[A-Za-z(]{2}/.test(text) ||
    /[a-z](\.\.\.|…|[.!?])$/.test(text) ||
    /(^|\}) [a-z]{2,}( |$)|[a-z]{2} (\{|$)/.test(text));

/** Attributes for browsers only. */
const MACHINE_ATTRIBUTE =
  /^(className|classNames|style|styles|rel|d|viewBox|href|to|id|fill|stroke|transform|type|role|status|track|data-.*|aria-(labelledby|describedby|controls)|autoComplete|key|size|sizes|media)$/;
/** RTK Query tags, and properties that no customer reads. */
const MACHINE_PROPERTY =
  /^(tagTypes|providesTags|invalidatesTags|house|adminList|track|fontFamily\w*|font|timeZone)$/;
const MACHINE_CALL =
  /^(querySelector|querySelectorAll|closest|matches|matchMedia|useMediaQuery|setProperty|invalidateTags|updateQueryData|factOf|close|onClose|look|meterTypes)$/;
const COMPARES = new Set(['===', '!==', 'in', 'instanceof']);

const nameOf = (node) =>
  node?.name?.name ??
  node?.name ??
  node?.value ??
  (node?.type === 'MemberExpression' ? nameOf(node.property) : undefined);

/** True when the nearest ancestor of `node` that matches a rule allows the text. */
function isLetThrough(node) {
  for (let [inner, outer] = [node, node.parent]; outer; [inner, outer] = [outer, outer.parent])
    switch (outer.type) {
      case 'CallExpression':
        if (inner !== outer.callee) {
          const name = String(nameOf(outer.callee));
          if (SAYS.has(name) || MACHINE_CALL.test(name)) return true;
        }
        break;
      case 'JSXAttribute':
        return MACHINE_ATTRIBUTE.test(String(nameOf(outer.name)));
      case 'Property':
        if (inner === outer.key || MACHINE_PROPERTY.test(String(nameOf(outer.key)))) return true;
        break;
      case 'BinaryExpression':
        if (COMPARES.has(outer.operator)) return true;
        break;
      case 'SwitchCase':
        if (inner === outer.test) return true;
        break;
      case 'MemberExpression':
        if (inner === outer.property) return true;
        break;
      case 'NewExpression':
      case 'ImportDeclaration':
      case 'ImportExpression':
      case 'ExportNamedDeclaration':
        if (outer.type !== 'ExportNamedDeclaration' || inner === outer.source) return true;
        break;
      case 'TSLiteralType':
      case 'TSEnumMember':
        return true;
      case 'JSXElement':
      case 'FunctionDeclaration':
        return false;
    }
  return false;
}
