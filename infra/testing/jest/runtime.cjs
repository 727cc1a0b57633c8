'use strict';

const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Sources and V8's code cache by path, for all suites of a worker: most suites load the same modules. */
const sources = new Map();
const compiled = new Map();

const { SourceTextModule } = vm;
vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const { identifier } = options;
    // Modules from V8's code cache cannot import others later.
    const isFile = sources.get(identifier) === code && !code.includes('import(');
    super(code, isFile ? { ...options, cachedData: compiled.get(identifier) } : options);
    if (isFile && !compiled.has(identifier)) compiled.set(identifier, this.createCachedData());
  }
};

/** Jest's loader of modules without its transforms, which this project does not use. */
module.exports = class extends Runtime {
  constructor(...given) {
    super(...given);
    const { fileCache, transformCache } = this;
    transformCache.transform = (path) => {
      const code = sources.get(path) ?? fileCache.readFile(path);
      sources.set(path, code);
      transformCache.transforms.set(path, { code });
      return code;
    };
  }
};
