import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  /** Text in drawing order, a line per call of `text`. */
  readonly text: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

interface PdfObject {
  readonly head: string;
  readonly stream?: Buffer;
}

/** Reads PDFs that pdfkit made with our fonts. Other PDFs do not work. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes);
  const streamOf = (id: string | undefined): Buffer => objects.get(id ?? '')?.stream ?? Buffer.alloc(0);
  const files = new Map<string, Buffer>();
  const texts: string[] = [];
  for (const { head } of objects.values()) {
    if (head.includes('/Type /Filespec')) {
      const [, name] = /\/F \((.*?)\)/.exec(head)!;
      files.set(name!, streamOf(/\/EF <<\s*\/F (\d+) 0 R/.exec(head)?.[1]));
    }
    if (!/\/Type \/Page\b/.test(head)) continue;
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)![1]!)!.head;
    const fonts = new Map<string, readonly string[]>();
    for (const [, font, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const letters = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!.head)?.[1];
      fonts.set(font!, lettersOf(streamOf(letters).toString('latin1')));
    }
    texts.push(textOf(streamOf(/\/Contents (\d+) 0 R/.exec(head)![1]).toString('latin1'), fonts));
  }
  return { text: texts.join('\n'), files };
}

function objectsOf(bytes: Buffer): ReadonlyMap<string, PdfObject> {
  const text = bytes.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const begin = /(\d+) 0 obj\n([\s\S]*?)\n(stream\n|endobj)/g;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [, id, head, then] = found as unknown as [string, string, string, string];
    if (then === 'endobj') {
      objects.set(id, { head });
      continue;
    }
    const end = begin.lastIndex + Number(/\/Length (\d+)/.exec(head)![1]);
    const raw = bytes.subarray(begin.lastIndex, end);
    objects.set(id, { head, stream: head.includes('/FlateDecode') ? inflateSync(raw) : raw });
    begin.lastIndex = end;
  }
  return objects;
}

const lettersOf = (map: string): readonly string[] =>
  Array.from(
    map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g),
    ([, first, letters]) => [Number.parseInt(first!, 16), letters!.match(/<[^>]*>/g) ?? []] as const,
  ).reduce<string[]>((all, [first, letters]) => {
    letters.forEach((letter, index) => (all[first + index] = charactersOf(letter)));
    return all;
  }, []);

/** A glyph may be a ligature of several characters, such as `ff`. */
const charactersOf = (letter: string): string =>
  Array.from(letter.matchAll(/[0-9a-f]{4}/g), ([unit]) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  ).join('');

function textOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): string {
  let letters: readonly string[] = [];
  let text = '';
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? [];
    else {
      for (const [, glyphs] of shown!.matchAll(/<([0-9a-f]+)>/g))
        for (const glyph of glyphs!.match(/.{4}/g) ?? []) text += letters[Number.parseInt(glyph, 16)] ?? '?';
      text += '\n';
    }
  }
  return text;
}
