import { createInterface } from 'node:readline/promises';
import { CannotContinueError } from '#server/core/errors.ts';
import { firstScoringJobs } from '#server/scoring/jobs.ts';
import { parseCommandArguments, runCommand, withMigratedDatabase } from '../commands/command.ts';
import { importFileArgumentConfig, parseFileOptions } from '../commands/import-options.ts';
import { readImportFolder } from './folder.ts';
import { importAndScoreFolder } from './setup.ts';

const usage = `npm run setup -- FOLDER [--source NAME] [--dates day-first|month-first] [--numbers decimal-point|decimal-comma] [--accept]
                              [--map "Their header=column"]... [--map "column:Their value=value"]... [--entitle] [--yes]
  Shows the kinds of the CSV files in the folder and the result of importing them, asks, imports practices,
  entitlements and usage, and scores them. With --entitle, customers are entitled to the products that they use,
  so that no file of entitlements is needed. With --yes it does not ask.`;

const readArguments = () =>
  parseCommandArguments(
    {
      allowPositionals: true,
      options: {
        ...importFileArgumentConfig,
        map: { type: 'string', multiple: true, default: [] },
        yes: { type: 'boolean', default: false },
      },
    },
    usage,
  );

/**
 * Asks for confirmation on the terminal. Resolves to `false` without a terminal and when the
 * terminal is closed.
 */
async function ask(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question('Continue? (y/n) '), closed]);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new CannotContinueError(usage);
  const readAs = parseFileOptions(values);
  const folder = await readImportFolder(path, values.map);
  await withMigratedDatabase((database, env) =>
    importAndScoreFolder({ database, env, clock: () => new Date() }, folder, {
      readAs,
      scoring: firstScoringJobs,
      say: console.log,
      goOn: async () => values.yes || (await ask()),
    }),
  );
});
