// Types for lint rules, from the native compiler: it works out only the types that rules ask for.
import { join } from 'node:path';
import { API } from 'typescript-native/unstable/sync';
import { isElementAccessExpression } from 'typescript-native/unstable/ast';

const CONFIGS = ['tsconfig.json', 'web/tsconfig.json'];

let compiler;
const projects = new Map();

function open(cwd) {
  compiler ??= new API({ cwd });
  const configs = CONFIGS.map((config) => join(cwd, config));
  const snapshot = compiler.updateSnapshot({
    openProjects: configs,
    fileChanges: { invalidateAll: true },
  });
  const opened = configs.map((config) => snapshot.getProject(config));
  projects.set(cwd, opened);
  return opened;
}

const isIn = (path) => (project) => project.rootFiles.includes(path);

/** Project that compiles a file; undefined when none does. */
export function projectOf(cwd, path) {
  return projects.get(cwd)?.find(isIn(path)) ?? open(cwd).find(isIn(path));
}

/**
 * Lookups `object[name]` of a file by `start-end`, and the checker that knows their types. None while an editor has
 * the file unsaved.
 */
export function lookupsIn({ cwd, filename, sourceCode }) {
  const { program, checker } = projectOf(cwd, filename);
  const file = program.getSourceFile(filename);
  const found = new Map();
  if (file.text !== sourceCode.text) return { checker, found };
  const visit = (node) => {
    if (isElementAccessExpression(node)) found.set(`${node.getStart(file)}-${node.end}`, node);
    node.forEachChild(visit);
  };
  visit(file);
  return { checker, found };
}
