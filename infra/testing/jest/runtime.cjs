'use strict';

const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Sources and V8's code caches by path, for all suites of a worker: most suites load the same modules. */
const sources = new Map();
const modules = new Map();
const functions = new Map();

/** Paths of files that may come from V8's cache: code from there cannot import modules later. */
const cacheable = new Set();
const isCached = (path, code) => cacheable.has(path) && sources.get(path) === code;

const { SourceTextModule, compileFunction } = vm;
vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const { identifier: path } = options;
    const cached = isCached(path, code);
    super(code, cached ? { ...options, cachedData: modules.get(path) } : options);
    if (cached && !modules.has(path)) modules.set(path, this.createCachedData());
  }
};
vm.compileFunction = (code, parameters, options) => {
  const { filename: path } = options;
  if (!isCached(path, code)) return compileFunction(code, parameters, options);
  const cachedData = functions.get(path);
  const made = compileFunction(code, parameters, { ...options, cachedData, produceCachedData: !cachedData });
  if (!cachedData) functions.set(path, made.cachedData);
  return made;
};

/**
 * Replaces `AsyncLocalStorage` in Jest's runner, which names the running test: Node's own one makes every promise of
 * the worker slower, and more so with each suite.
 */
class CurrentTest {
  getStore() {
    return this.store;
  }

  run(store, work) {
    const { store: before } = this;
    const leave = () => {
      this.store = before;
    };
    this.store = store;
    return work().finally(leave);
  }
}

/** Jest's loader of modules without its transforms, which this project does not use. */
module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { fileCache, transformCache } = this;
    transformCache.transform = (path) => {
      const code = sources.get(path) ?? fileCache.readFile(path);
      if (!sources.has(path) && !code.includes('import(')) cacheable.add(path);
      sources.set(path, code);
      transformCache.transforms.set(path, { code });
      return code;
    };
  }

  requireInternalModule(from, to) {
    return to === 'node:async_hooks'
      ? { AsyncLocalStorage: CurrentTest }
      : super.requireInternalModule(from, to);
  }
};
