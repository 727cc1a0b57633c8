// Preloaded with `--require`, so that a test can raise an unhandled fault in a program.
// Polls the file named by `RAISE_FAULTS`, which holds `<end of the program's or thread's name> <rejection|exception>`.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const file = process.env.RAISE_FAULTS;
let raised = false;

// Waits until the program handles `unhandledRejection`, or 240 s when it never does.
const listens = () => process.listenerCount('unhandledRejection') > 0 || process.uptime() > 240;

// Remembers faults in files, because a restarted thread has a new memory.
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
  // Two faults, because a real one is seldom alone.
  for (let times = 0; times < 2; times += 1)
    if (kind === 'rejection') void Promise.reject(fault());
    else
      setImmediate(() => {
        throw fault();
      });
}

if (file) setInterval(look, 20).unref();
