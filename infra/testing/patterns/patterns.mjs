// Finds the regular expressions of the product and judges whether they match in linear time.
import { check } from 'recheck';
import ts from 'typescript';
import { z } from 'zod';

/** Judges by steps only: time limits give false alarms on a busy machine. */
const BY_STEPS = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
};

/**
 * Patterns in a source file: literals, `new RegExp` of literals, and zod formats.
 * `built` lists the places of patterns that are put together at run time and cannot be judged.
 */
export function patternsIn(path, text) {
  const patterns = [];
  const built = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const where = (node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({
        where: where(node),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === 'RegExp'
    ) {
      const [source, flags] = node.arguments ?? [];
      if (source && ts.isStringLiteralLike(source) && (!flags || ts.isStringLiteralLike(flags)))
        patterns.push({ where: where(node), source: source.text, flags: flags?.text ?? '' });
      else built.push(where(node));
    } else if (ts.isCallExpression(node)) {
      const format = /^z\.((?:iso\.)?[a-z]\w*)$/i.exec(node.expression.getText())?.[1];
      const pattern = format && patternOfFormat(format);
      if (pattern) patterns.push({ where: where(node), source: pattern.source, flags: pattern.flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { patterns, built };
}

/** Pattern of a zod format such as `email` or `iso.date`. */
function patternOfFormat(format) {
  const make = format.split('.').reduce((from, name) => from?.[name], z);
  try {
    return make()._zod.def.pattern;
  } catch {
    // A function with arguments is no format.
    return undefined;
  }
}

/** Patterns of a zod schema at any depth. */
export function patternsOf(name, schema, seen = new Set()) {
  if (!schema?._zod || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod;
  const own = [def, ...(def.checks ?? []).map((check) => check._zod.def)].flatMap(({ pattern }) =>
    pattern instanceof RegExp ? [{ where: name, source: pattern.source, flags: pattern.flags }] : [],
  );
  const parts = Object.values(def)
    .concat(Object.values(def.shape ?? {}), def.options ?? [], def.items ?? [])
    .flatMap((part) => patternsOf(name, part, seen));
  return [...own, ...parts];
}

/**
 * Lists patterns that `check` does not call safe. Where its native program is installed, `check` takes a quarter of the
 * time of `checkSync`.
 */
export async function faultsOf(patterns) {
  const verdicts = new Map();
  const faults = [];
  for (const { where, source, flags } of patterns) {
    const key = `/${source}/${flags}`;
    if (!verdicts.has(key)) verdicts.set(key, await check(source, flags, BY_STEPS));
    const { status, complexity } = verdicts.get(key);
    if (status !== 'safe') faults.push(`${where}: ${key} is ${complexity?.summary ?? status}`);
  }
  return faults;
}
