import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, type Running } from '../../../infra/testing/product.js';
import { CALLS } from '../../contracts/calls.js';
import { OLD_PASSWORD } from '../../moving-in/testing/customers-csv.js';
import { eventually, send, untilQuiet } from '../../standalone/testing/callers.js';
import { eventsIn } from '../../standalone/testing/facts-in.js';
import { Visitor } from '../../standalone/testing/visitor.js';
import { DrillOwner } from './drill-owner.js';
import {
  BRAND,
  FIRST,
  FIRST_PLAN,
  LEGAL_NAMES,
  VENDORS,
  WITHOUT_EMAIL,
  writeVendorsFile,
} from './owner-files.js';
import { OwnMachine, writeEnvironmentFile } from './own-machine.js';
import { KEYS, openOwnWorld, type OwnWorld, pay } from './own-world.js';
import { type Typed, TypedSteps } from './typed-steps.js';

export interface GoLiveDrill {
  readonly dir: string;
  readonly customers: number;
  readonly plans: number;
  readonly tell: (line: string) => void;
}

export interface GoLiveResult {
  readonly sale: string;
  readonly verified: string;
}

const FUNDED_NAIRA = [2_000, 3_000] as const;
const PAYSTACK_BANK = 'Wema Bank';
const NIN = '22200000001';
const PHONE = '08031112223';

/**
 * Follows docs/operating/going-live.md, with the sandbox in the place of vendors and payment providers.
 * @throws Error of the first step that fails
 */
export async function drillGoLive({ dir, customers, plans, tell }: GoLiveDrill): Promise<GoLiveResult> {
  const root = resolve(dir);
  if (existsSync(root) && readdirSync(root).length > 0) throw new Error(`${root} is not empty`);
  const world = await openOwnWorld(root, customers, plans);
  const business = new Business(world, tell, await freePort());
  try {
    return await business.goLive(customers, plans);
  } finally {
    await business.stop('SIGKILL');
    await world.close();
  }
}

class Business {
  private readonly steps: TypedSteps;
  private readonly machine: OwnMachine;
  private readonly owners: readonly [DrillOwner, DrillOwner];
  private readonly customer: Visitor;
  private readonly healthUrl: string;
  private server: Running | undefined;

  constructor(
    private readonly world: OwnWorld,
    private readonly tell: (line: string) => void,
    private readonly healthPort: number,
  ) {
    const { authority, front } = world;
    this.steps = new TypedSteps(tell);
    this.machine = new OwnMachine({ environmentFile: this.in('naira-ledger.env'), authority });
    this.owners = [
      new DrillOwner('ada@owner.example', front.url),
      new DrillOwner('bola@owner.example', front.url),
    ];
    this.customer = new Visitor(front.url);
    this.healthUrl = `http://127.0.0.1:${healthPort}`;
  }

  async goLive(customers: number, plans: number): Promise<GoLiveResult> {
    const { steps } = this;
    await steps.take('Settings, keys and two owners', (typed) => this.install(typed));
    await steps.take('Start the server behind TLS', (typed) => this.start(typed));
    await steps.take('Second factors of both owners', async (typed) => {
      for (const owner of this.owners) typed.fields += await owner.enrol();
    });
    await steps.take('Brand and three legal pages', (typed) => this.setBrand(typed));
    await steps.take(`${plans} plans for two vendor accounts, prices confirmed`, (typed) =>
      this.setPlans(typed),
    );
    await steps.take(`${customers} customers of an older system`, (typed) => this.importCustomers(typed));
    await steps.take('Two payment providers', (typed) => this.setProviders(typed));
    await steps.take('Backup', async (typed) => {
      await this.ledger(typed, ['backup', '--to', this.in('backup'), '--keys-to', this.in('backup-keys')]);
    });
    await steps.take('Restore drill', (typed) => this.restoreElsewhere(typed));
    await steps.take('Doctor finds nothing wrong', (typed) => this.examine(typed));
    await steps.take('A customer signs in with the old password', (typed) => this.signIn(typed));
    await steps.take('Money through both providers', (typed) => this.fund(typed));
    const sale = await steps.take('First sale, and one at the other vendor', (typed) => this.sell(typed));
    const verified = await steps.take('Verify and compare', (typed) => this.verify(typed));
    this.tell(steps.total());
    await this.stop();
    return { sale, verified };
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.server?.stop(signal);
  }

  private in(name: string): string {
    return join(this.world.root, name);
  }

  private async ledger(typed: Typed, args: readonly string[], input = ''): Promise<string> {
    typed.commands += 1;
    typed.fields += args.filter((arg) => arg.startsWith('--')).length + (input === '' ? 0 : 1);
    const { code, out } = await this.machine.run(args, { input });
    if (code !== 0) throw new Error(`ledger ${args.join(' ')} ended with ${code}: ${out}`);
    return out;
  }

  private async install(typed: Typed): Promise<void> {
    for (const folder of ['data', 'keys']) mkdirSync(this.in(folder), { mode: 0o700 });
    mkdirSync(this.in('elsewhere'));
    const { front, mail, vendors } = this.world;
    this.writeSettings({
      PUBLIC_URL: front.url,
      MAIL_FROM: 'Ada Data <no-reply@ada.example>',
      SMTP_URL: mail.url,
      FUNDING_PROVIDERS: 'none',
      VTPASS_WEBHOOK_SECRET: KEYS.webhook,
    });
    typed.fields += Object.keys(this.settings).length;
    typed.fields += writeVendorsFile(this.in('vendors.json'), vendors.url);
    await this.ledger(typed, ['make-secrets']);
    await this.ledger(typed, ['init']);
    for (const { email, password } of this.owners) {
      const name = ['--first-name', 'Ada', '--last-name', 'Obi'];
      await this.ledger(typed, ['create-admin', '--email', email, ...name], `${password}\n`);
    }
  }

  private readonly settings: Record<string, string> = {};

  private writeSettings(typedIn: Readonly<Record<string, string>>): void {
    Object.assign(this.settings, typedIn);
    const ofThisDrill = {
      DATA_DIR: this.in('data'),
      SECRETS_DIR: this.in('keys'),
      VENDORS_FILE: this.in('vendors.json'),
      SEAL_PUBLISH: this.in(join('elsewhere', 'seals.jsonl')),
      PORT: String(this.world.port),
      HEALTH_PORT: String(this.healthPort),
      LOG_LEVEL: 'warn',
    };
    writeEnvironmentFile(this.in('naira-ledger.env'), { ...ofThisDrill, ...this.settings });
  }

  private async start(typed: Typed): Promise<void> {
    typed.commands += 1;
    this.server = await this.machine.start(this.healthUrl);
    const { status } = await send(`${this.world.front.url}/healthz`, 'GET');
    if (status !== 200) throw new Error(`/healthz answers ${status} through TLS`);
  }

  private async setBrand(typed: Typed): Promise<void> {
    typed.fields += Object.keys(BRAND).length;
    await this.ledger(typed, ['brand', 'set', this.in('brand.json')]);
    for (const name of LEGAL_NAMES)
      await this.ledger(typed, ['legal', 'publish', name, this.in(`${name}.md`)]);
    const { body } = await send(`${this.world.front.url}/manifest.webmanifest`, 'GET');
    if (!JSON.stringify(body).includes(BRAND.name)) throw new Error('the manifest has another name');
  }

  private async setPlans(typed: Typed): Promise<void> {
    const file = this.in('plans.csv');
    await this.ledger(typed, ['catalog', 'import', file]);
    await this.ledger(typed, ['catalog', 'import', file, '--apply']);
    for (const vendor of Object.values(VENDORS)) {
      const compared = await this.ledger(typed, ['catalog', 'sync', '--vendor', String(vendor)]);
      if (!compared.includes('0 differences')) throw new Error(`vendor ${vendor}: ${compared}`);
    }
    const version = /ersion (\d+)/.exec(await this.ledger(typed, ['catalog', 'show']))?.[1] ?? '';
    typed.fields += 1;
    await this.ledger(typed, ['catalog', 'confirm-prices', version]);
  }

  private async importCustomers(typed: Typed): Promise<void> {
    const file = this.in('customers.csv');
    const [ada, bola] = this.owners;
    await this.ledger(typed, ['import', file]);
    const proof = (owner: DrillOwner): string[] => [
      '--as',
      owner.email,
      '--code',
      owner.code(),
      '--total',
      this.world.total,
    ];
    const until = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const dates = ['--balance-date', until.slice(0, 10), '--cut-over', `monnify=${until}`];
    await this.ledger(typed, ['import', file, '--plan', ...proof(ada), ...dates], `${ada.password}\n`);
    await this.ledger(typed, ['import', file, '--release', ...proof(bola)], `${bola.password}\n`);
    await this.ledger(typed, ['import', file, '--run', '--backup-to', this.world.root]);
    const told = this.world.mail.received.filter(({ to }) => to.endsWith('@old.test'));
    if (told.length > 0) throw new Error(`${told.length} customers got a mail about the import`);
  }

  private async setProviders(typed: Typed): Promise<void> {
    const { url } = this.world.vendors;
    const providers = {
      FUNDING_PROVIDERS: 'monnify,paystack',
      MONNIFY_API_KEY: KEYS.monnifyApi,
      MONNIFY_CONTRACT_CODE: KEYS.monnifyContract,
      MONNIFY_SECRET_KEY: KEYS.monnifySecret,
      MONNIFY_URL: url,
      PAYSTACK_SECRET_KEY: KEYS.paystackSecret,
      PAYSTACK_URL: `${url}/paystack`,
    };
    this.writeSettings(providers);
    typed.fields += Object.keys(providers).length;
    await this.stop();
    await this.start(typed);
  }

  private async examine(typed: Typed): Promise<void> {
    typed.commands += 1;
    typed.fields += 1;
    const { out } = await eventually(
      () => this.machine.run(['doctor', '--mail-to', this.owners[0].email]),
      ({ code }) => code === 0,
      { everyMs: 1_000 },
    );
    for (const line of out.trim().split('\n')) if (!line.startsWith('right')) this.tell(`   ${line}`);
    if (!this.world.mail.received.some(({ data }) => data.includes('Test of the mail server')))
      throw new Error('the test mail did not arrive');
  }

  private async restoreElsewhere(typed: Typed): Promise<void> {
    const drill = this.in('drill');
    mkdirSync(join(drill, 'data'), { recursive: true, mode: 0o700 });
    cpSync(this.in('backup'), join(drill, 'backup'), { recursive: true });
    cpSync(this.in('backup-keys'), join(drill, 'keys'), { recursive: true });
    typed.commands += 4;
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://drill.example',
      SANDBOX: '1',
      DATA_DIR: join(drill, 'data'),
      SECRETS_DIR: join(drill, 'keys'),
      FUNDING_PROVIDERS: 'none',
      VTPASS_WEBHOOK_SECRET: 'secret-of-a-restore-drill',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    typed.fields += lines.length;
    const environmentFile = this.in('drill.env');
    writeFileSync(environmentFile, lines.join(''));
    for (const args of [['restore', '--from', join(drill, 'backup')], ['verify'], ['balances']]) {
      typed.commands += 1;
      const { code, out } = await this.machine.run(args, { environmentFile });
      if (code !== 0) throw new Error(`ledger ${args.join(' ')} of the copy ended with ${code}: ${out}`);
    }
  }

  private async signIn(typed: Typed): Promise<void> {
    typed.fields += 2;
    const byEmail = await this.customer.login(FIRST.email, OLD_PASSWORD);
    const byPhone = await new Visitor(this.world.front.url).login(WITHOUT_EMAIL.phone, OLD_PASSWORD);
    for (const { status, body } of [byEmail, byPhone])
      if (status !== 200) throw new Error(`a login answers ${status}: ${JSON.stringify(body)}`);
  }

  private async fund(typed: Typed): Promise<void> {
    typed.fields += 1;
    const before = (await this.userData()).user_wallet;
    const identity = { identity_kind: 'nin', identity_number: NIN };
    const opened = await this.customer.post(CALLS.openAccount.path, identity);
    if (opened.status !== 200) throw new Error(`the NIN is answered ${JSON.stringify(opened.body)}`);
    const { funding_accounts: accounts } = await eventually(
      () => this.userData(),
      ({ funding_accounts: shown }) =>
        new Set(shown.map(({ bank_name: bank }) => bank === PAYSTACK_BANK)).size === 2,
    );
    for (const [index, account] of [accounts[0]!, accounts.at(-1)!].entries())
      await pay(this.world.vendors, { accountNumber: account.account_number, amount: FUNDED_NAIRA[index] });
    const sum = FUNDED_NAIRA.reduce((total, naira) => total + naira, 0);
    await eventually(
      () => this.userData(),
      ({ user_wallet: now }) => now === before + sum,
    );
  }

  private async userData(): Promise<UserData> {
    return (await this.customer.post(CALLS.userData.path)).body['user_data'] as UserData;
  }

  private async sell(typed: Typed): Promise<string> {
    const whose = { phone: PHONE, transaction_pin: FIRST.pin };
    const data = { datanetwork: 1, selectedDataPlan: FIRST_PLAN, ...whose };
    typed.fields += Object.keys(data).length;
    const first = await this.buy(CALLS.buyData.path, data);
    await this.buy(CALLS.buyAirtime.path, { amount: 100, network: 1, ...whose });
    return first;
  }

  private async buy(path: string, order: object): Promise<string> {
    const { status, body } = await this.customer.post(path, order);
    if (status !== 200) throw new Error(`an order answers ${status}: ${JSON.stringify(body)}`);
    const reference = String(body['reference']);
    await eventually(
      async () => {
        const list = await this.customer.post('/api/user_transactions/', { page: 1, page_size: 10 });
        return list.body['all_user_transaction'] as readonly Readonly<Record<string, unknown>>[];
      },
      (rows) =>
        rows.some(
          (row) =>
            row['api_transaction_reference'] === reference && row['transaction_status'] === 'Successful',
        ),
    );
    return reference;
  }

  private async verify(typed: Typed): Promise<string> {
    await untilQuiet(this.healthUrl);
    const verified = await this.ledger(typed, ['verify', '--read-models']);
    await this.ledger(typed, ['compare']);
    const types = (await eventsIn(this.in('data'))).map(({ type }) => type);
    const [rejected, unmatched] = ['FundingRejected', 'FundingUnmatched'].map(
      (wanted) => types.filter((type) => type === wanted).length,
    );
    if (rejected !== 1 || unmatched !== 0)
      throw new Error(
        `of the payment before the cut-over: ${rejected} rejected, ${unmatched} unmatched, not 1 and 0`,
      );
    return verified;
  }
}

interface UserData {
  readonly user_wallet: number;
  readonly funding_accounts: readonly { readonly bank_name: string; readonly account_number: string }[];
}
