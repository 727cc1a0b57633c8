import { statSync, type Stats } from 'node:fs';

/** Notices when someone moved or replaced the file. LMDB would continue with the old file. */
export class OpenedFile {
  private readonly opened: Stats | undefined;

  constructor(private readonly path: string) {
    this.opened = found(path);
  }

  get state(): 'same' | 'missing' | 'replaced' {
    const now = found(this.path);
    if (now === undefined) return 'missing';
    return now.ino === this.opened?.ino && now.dev === this.opened.dev ? 'same' : 'replaced';
  }
}

const found = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
