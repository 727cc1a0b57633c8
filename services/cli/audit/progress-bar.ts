const WIDTH = 30;
/** A log that is not watched is told so many steps of a long work. */
const STEPS = 10;
/** Below this, work is over before anybody looks. */
const LONG = 20_000;

/**
 * Shows how far a long work is on standard error: a bar that is drawn over itself on a terminal, else a line every tenth.
 * @param what is counted, `events`
 */
export function progressBar(what: string, out = process.stderr): (done: number, of: number) => void {
  let shown = -1;
  return (done, of) => {
    if (of < LONG) return;
    const steps = out.isTTY ? 100 : STEPS;
    const step = Math.floor((done / of) * steps);
    if (step === shown) return;
    shown = step;
    const said = `${Math.floor((done / of) * 100)} % of ${of} ${what}`;
    if (!out.isTTY) return void out.write(`${said}\n`);
    const filled = '#'.repeat(Math.floor((done / of) * WIDTH)).padEnd(WIDTH, '.');
    out.write(`\r[${filled}] ${said}${done >= of ? '\n' : ''}`);
  };
}
