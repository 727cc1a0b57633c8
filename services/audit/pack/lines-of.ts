/** Longer than any event; what is longer is cut, and then is none. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines of a file as bytes, without their ends. Holds one line, and of one that does not end only its beginning. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  const keep = (piece: Buffer): void => {
    if (length < LINE_BYTES_MAX) begun.push(piece);
    length += piece.length;
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield begun.length === 1 ? begun[0]! : Buffer.concat(begun);
      [begun, length, start] = [[], 0, end + 1];
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (length > 0) yield Buffer.concat(begun);
}
