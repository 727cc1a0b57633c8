/**
 * Requires `import type` for imports that only types use, and forbids `import('…')` as a type.
 *
 * Leaves out files with decorators: the compiler writes the types of their constructors into the program, so such
 * an import is a value.
 */
export const typeImports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      import: 'Only types use {{names}}: import with `import type`.',
      annotation: 'Import the type at the top of the file.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const imports = [];
    let isDecorated = false;
    const namesOf = (node) =>
      sourceCode
        .getDeclaredVariables(node)
        .filter(
          ({ defs, references }) =>
            defs[0].node.importKind !== 'type' && references.length > 0 && references.every(isOfType),
        )
        .map(({ name }) => name);
    return {
      Decorator: () => {
        isDecorated = true;
      },
      ImportDeclaration: (node) => {
        if (node.importKind !== 'type') imports.push(node);
      },
      TSImportType: (node) => {
        context.report({ node, messageId: 'annotation' });
      },
      'Program:exit': () => {
        if (isDecorated) return;
        for (const node of imports) {
          const names = namesOf(node);
          if (names.length > 0)
            context.report({ node, messageId: 'import', data: { names: names.join(', ') } });
        }
      },
    };
  },
};

/** Counts a use as a value inside a type, such as `typeof name`, as a use as a type. An export can be both. */
function isOfType({ identifier, isTypeReference, isValueReference }) {
  if (!isValueReference) return isTypeReference;
  if (isTypeReference && EXPORTS.has(identifier.parent.type)) return false;
  return isInType(identifier);
}

const EXPORTS = new Set(['ExportSpecifier', 'ExportDefaultDeclaration', 'TSExportAssignment']);

function isInType(node) {
  const { parent } = node;
  if (parent.type === 'TSTypeQuery') return true;
  if (parent.type === 'TSPropertySignature') return parent.key === node;
  if (parent.type === 'TSQualifiedName') return parent.left === node && isInType(parent);
  return parent.type === 'MemberExpression' && parent.object === node && isInType(parent);
}
