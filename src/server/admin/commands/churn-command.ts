import { evaluatePredictability } from '#server/churn/evaluate/evaluate.ts';
import { readCsvTable } from '#server/churn/evaluate/read-table.ts';
import { computeSurvivalReport } from '#server/churn/evaluate/survival-file.ts';
import { evaluationText, survivalText } from '#server/churn/evaluate/words.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { streamFileBytes } from '#server/core/file-streams.ts';
import { parseCommandArguments, runCommand } from './command.ts';

const usage = `npm run churn -- evaluate FILE.csv --label COLUMN --positive VALUE [--id COLUMN] [--time COLUMN] [--json]
    how well that column can be foretold from the others, on rows that were not learned from
npm run churn -- survival FILE.csv --time COLUMN --event COLUMN [--by COLUMN] [--json]
    how long rows last, by group; the event is 1 or 0, yes or no`;

const optionNames = {
  evaluate: ['label', 'positive', 'id', 'time', 'json'],
  survival: ['time', 'event', 'by', 'json'],
} as const;

await runCommand(async () => {
  const { values, positionals } = argumentsOf(process.argv.slice(2));
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const [what, file, ...rest] = positionals;
  if ((what !== 'evaluate' && what !== 'survival') || file === undefined || rest.length > 0)
    throw new CannotContinueError(usage);
  const known: readonly string[] = optionNames[what];
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CannotContinueError(`“${what}” has no option --${unknown}.\n${usage}`);
  const needed = (name: 'label' | 'positive' | 'time' | 'event'): string => {
    const value = values[name];
    if (value === undefined) throw new CannotContinueError(`--${name} is missing.\n${usage}`);
    return value;
  };
  const read = () => readCsvTable(streamFileBytes(file)).catch(unlessFile);
  const show = (report: object, text: string) =>
    console.log(values.json === true ? JSON.stringify(report, null, 2) : text);
  if (what === 'evaluate') {
    const options = {
      label: needed('label'),
      positive: needed('positive'),
      id: values.id,
      time: values.time,
    };
    const evaluation = evaluatePredictability(await read(), options);
    show(evaluation, evaluationText(evaluation, options));
  } else {
    const report = computeSurvivalReport(await read(), {
      time: needed('time'),
      event: needed('event'),
      by: values.by,
    });
    show(report, survivalText(report));
  }
});

function argumentsOf(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    label: text,
    positive: text,
    id: text,
    time: text,
    event: text,
    by: text,
    json: flag,
    help: flag,
  };
  return parseCommandArguments({ args, allowPositionals: true, options }, usage);
}

function unlessFile(error: unknown): never {
  throw error instanceof Error && 'syscall' in error
    ? new CannotContinueError(`Couldn't read the file: ${error.message}`)
    : error;
}
