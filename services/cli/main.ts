import { endOnFault } from '../../infra/process/end-on-fault.js';
import { endWhenInterrupted, Interrupted } from './long-work.js';
import { ledgerProgram } from './program.js';

// Changed by `begin`.
let faultCode = 1;
endOnFault({
  base: { command: process.argv[2] },
  fd: 2,
  end: () => undefined,
  code: () => faultCode,
});
endWhenInterrupted();
// End quietly when the reader of the output, such as `head`, closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

const program = ledgerProgram({
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  begin: () => (faultCode = 2),
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // Exit at once, because output that is no longer read would keep the process alive.
  if (error instanceof Interrupted) process.exit(error.exitCode);
  process.exitCode = faultCode;
}
