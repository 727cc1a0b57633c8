export interface Typed {
  commands: number;
  fields: number;
}

export interface StepTaken extends Readonly<Typed> {
  readonly title: string;
  readonly seconds: number;
}

const TITLE_WIDTH = 58;

export class TypedSteps {
  readonly taken: StepTaken[] = [];

  constructor(private readonly tell: (line: string) => void) {}

  async take<Result>(title: string, work: (typed: Typed) => Promise<Result>): Promise<Result> {
    const typed: Typed = { commands: 0, fields: 0 };
    const started = performance.now();
    const result = await work(typed).catch((error: unknown) => {
      this.tell(`FAILED: ${title}`);
      throw error;
    });
    const step = { title, seconds: (performance.now() - started) / 1_000, ...typed };
    this.taken.push(step);
    this.tell(lineOf(step));
    return result;
  }

  total(): string {
    const sum = (of: (step: StepTaken) => number): number =>
      this.taken.reduce((total, step) => total + of(step), 0);
    return lineOf({
      title: 'In all',
      seconds: sum(({ seconds }) => seconds),
      commands: sum(({ commands }) => commands),
      fields: sum(({ fields }) => fields),
    });
  }
}

const lineOf = ({ title, seconds, commands, fields }: StepTaken): string =>
  `${title.padEnd(TITLE_WIDTH)} ${seconds.toFixed(1).padStart(6)} s  ${String(commands).padStart(2)} commands  ${String(fields).padStart(2)} fields`;
