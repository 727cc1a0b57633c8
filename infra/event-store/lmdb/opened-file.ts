import { statSync } from 'node:fs';

/** Notices when someone moved or replaced the file. LMDB would continue with the old file. */
export class OpenedFile {
  private readonly opened: string | undefined;

  constructor(private readonly path: string) {
    this.opened = identityOf(path);
  }

  get state(): 'same' | 'missing' | 'replaced' {
    const now = identityOf(this.path);
    if (now === undefined) return 'missing';
    return now === this.opened ? 'same' : 'replaced';
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}
