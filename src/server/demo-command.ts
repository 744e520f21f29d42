import {
  parseCommandArguments,
  runCommand,
  withMigratedDatabase,
} from '#server/admin/commands/command.ts';
import { buildRejectsFileName, importFile } from '#server/admin/commands/import-file.ts';
import { outcomeCountLines } from '#server/admin/commands/import-report.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { withProgressBar } from '#server/core/progress.ts';
import { generateUsageForImported } from '#server/demo/imported.ts';
import { findDemoDecisionFacts } from '#server/demo/queries.ts';
import { removeDemo } from '#server/demo/removal.ts';
import { dayIn } from '#shared/core/dates.ts';
import { defaultExternalSource } from '#shared/imports/report.ts';
import { rooms } from './rooms.ts';

const usage = `npm run demo -- [--practices FILE.csv] [--weeks N]
  Imports the practices of the file, if one is named, and adds the demo's usage to every imported institution
  without usage: N complete weeks (4 to 104, default 26) and the current one. Needs a database without the demo,
  for example after --remove or with another DATA_DIR. Not for customers' real data.
npm run demo -- --remove [--with-work]
  Removes the demo and keeps everything else; with --with-work, also deletes the work that users added to the demo's customers.`;

type Plan =
  | { do: 'lay'; practices: string | undefined; weeks: number }
  | { do: 'remove'; withWork: boolean };

function readArguments(): Plan {
  const options = {
    practices: { type: 'string' },
    weeks: { type: 'string' },
    remove: { type: 'boolean', default: false },
    'with-work': { type: 'boolean', default: false },
  } as const;
  const {
    practices,
    weeks,
    remove,
    'with-work': withWork,
  } = parseCommandArguments({ options }, usage).values;
  if (remove && practices === undefined && weeks === undefined) return { do: 'remove', withWork };
  if (remove || withWork) throw new CannotContinueError(usage);
  const count = Number(weeks ?? 26);
  if (!Number.isInteger(count) || count < 4 || count > 104)
    throw new CannotContinueError(`--weeks takes a whole number from 4 to 104.\n${usage}`);
  return { do: 'lay', practices, weeks: count };
}

async function lay(
  database: Database,
  env: Env,
  practices: string | undefined,
  weeks: number,
): Promise<void> {
  if (env.exposure === 'production')
    throw new CannotContinueError('The demo invents usage, which is not allowed in production.');
  if ((await findDemoDecisionFacts(database.background)).decision?.decided === 'demo')
    throw new CannotContinueError(
      "This database holds the demo, which can't be mixed with other practices. Set another DATA_DIR or DATABASE_URL, or remove the demo: npm run demo -- --remove",
    );
  if (practices !== undefined)
    await importFile(
      { database, env, clock: () => new Date() },
      {
        kind: 'practices',
        file: practices,
        externalSource: defaultExternalSource,
        accept: false,
        dates: undefined,
        numbers: undefined,
        rejects: buildRejectsFileName(practices),
      },
      console.log,
      outcomeCountLines,
    );
  const today = dayIn(env.BUSINESS_TIME_ZONE, new Date());
  const startedAt = performance.now();
  const laid = await withProgressBar('Adding usage', (update) =>
    generateUsageForImported(database, {
      today,
      weeks,
      onProgress: (done, total) => update(done, total, `${done} of ${total} institutions`),
    }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${laid.institutions} institutions got ${weeks} weeks of usage (${laid.usageWeeks} rows) in ${seconds} s.`,
  );
  console.log('Next, score the open weeks (closed weeks stay as they are): npm run score');
}

async function remove(database: Database, asked: Env['SEED'], withWork: boolean): Promise<void> {
  const removed = await removeDemo(database, () => new Date(), rooms, { asked, withWork });
  if (removed === undefined) return console.log('There is no demo in this database.');
  const { customers, weeks } = removed;
  console.log(
    `The demo is removed: ${customers} customers with all their data, ${weeks.removed} official weeks.`,
  );
  if (weeks.left > 0)
    console.log(
      `${weeks.left} official weeks have scores of your own practices. These scores still count the demo's customers as peers. To compute them again without the demo:\nnpm run jobs -- reopen --from ${weeks.first} --reason "Demo removed"`,
    );
}

await runCommand(async () => {
  const plan = readArguments();
  await withMigratedDatabase(async (database, env) => {
    if (plan.do === 'remove') await remove(database, env.SEED, plan.withWork);
    else await lay(database, env, plan.practices, plan.weeks);
  });
});
