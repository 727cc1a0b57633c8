// Loaded before a program (`--require`), so that a test can raise a fault in it that nobody handles. It looks for a file
// named by RAISE_FAULTS that holds `<end of the name of the program or thread> <rejection|exception>`.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const file = process.env.RAISE_FAULTS;
let raised = false;

// A program is not there yet while it loads; one that does not listen at all still has to meet its fault.
const listens = () => process.listenerCount('unhandledRejection') > 0 || process.uptime() > 240;

// A thread that is started again after its fault has a memory of its own.
function metBefore(where) {
  try {
    writeFileSync(`${file}-met-${process.pid}-${where.replace(/\W/g, '-')}`, '', { flag: 'wx' });
    return false;
  } catch {
    return true;
  }
}

function look() {
  if (raised || !existsSync(file) || !listens()) return;
  const [where, kind] = readFileSync(file, 'utf8').trim().split(' ');
  if (!where || !process.argv[1]?.endsWith(where)) return;
  raised = true;
  if (metBefore(where)) return;
  const fault = () => Object.assign(new Error('raised for ada@example.com'), { command: ['set', 'secret'] });
  // Twice: one fault is seldom alone.
  for (let times = 0; times < 2; times += 1)
    if (kind === 'rejection') void Promise.reject(fault());
    else
      setImmediate(() => {
        throw fault();
      });
}

if (file) setInterval(look, 20).unref();
