import type { Config } from '../../infra/config/config.js';
import { DEMO_PEOPLE } from '../accounts/demo-people.js';

/** What a person who just typed `npm start` wants to know. */
export function describeStart(config: Config, url: string): string {
  const lines = ['', `Naira Ledger  ${url}`, `data          ${config.dataDir}`];
  if (config.sandboxStarts)
    lines.push(`sandbox       ${config.sandboxUrl}   (fake vendors, bank transfers, mail)`);
  if (config.demoData) {
    lines.push('', 'demo accounts');
    for (const { email, password, customer, role } of DEMO_PEOPLE)
      lines.push(`  ${email.padEnd(24)} ${password}   ${customer ? `PIN ${customer.pin}` : role}`);
  }
  return `${lines.join('\n')}\n\n`;
}
