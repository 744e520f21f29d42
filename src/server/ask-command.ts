import { createInterface } from 'node:readline';
import type { FastifyInstance } from 'fastify';
import {
  parseCommandArguments,
  runCommand,
  withMigratedDatabase,
} from '#server/admin/commands/command.ts';
import { answerQuestion } from '#server/assistant/answer.ts';
import type { AskContext } from '#server/assistant/context.ts';
import { askableLists } from '#server/assistant/lists.ts';
import { formatOutcome, outcomeRecord } from '#server/assistant/outcome-text.ts';
import { findActiveUser } from '#server/assistant/queries.ts';
import { createSynonymReader } from '#server/assistant/synonyms/queries.ts';
import { createMachineClockGuard } from '#server/core/clock/guard.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { Refusal } from '#server/core/errors.ts';
import { chooseIdentityProvider } from '#server/core/providers/identity-choice.ts';
import { createLogger } from '#server/core/telemetry/log.ts';
import { chooseCrmProvider } from '#server/crm/choose-crm.ts';
import { createLocalPlaces } from '#server/prospects/local-places.ts';
import { maxQuestionLength } from '#shared/assistant/assistant.ts';
import { dayIn } from '#shared/core/dates.ts';
import { buildApp } from './app.ts';

const usage = `Usage:
  npm run ask -- "how many critical customers are in Texas" [--as EMAIL]
                                 answers a question; 'my' means the user with this address
  npm run ask -- --json [--as EMAIL] < questions.txt
                                 answers one question per line with one JSON object per line`;

const clock = () => new Date();

await runCommand(async () => {
  const { values, positionals } = parseCommandArguments(
    {
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { as: { type: 'string' }, json: { type: 'boolean', default: false } },
    },
    usage,
  );
  const [question] = positionals;
  const isUsable = values.json ? positionals.length === 0 : positionals.length === 1;
  if (!isUsable) throw new Refusal(usage);
  await withMigratedDatabase(async (database, env) => {
    const app = await buildLists(database, env);
    try {
      const context = await createContext(app, database, env, values.as);
      if (question === undefined) await answerLines(context);
      else console.log(formatOutcome(await ask(question, context)));
    } finally {
      await app.close();
    }
  });
});

/** Builds the app without serving it, because its routes know how to read the lists. */
async function buildLists(database: Database, env: Env): Promise<FastifyInstance> {
  const { provider } = await chooseIdentityProvider(env);
  return buildApp({
    env,
    database,
    clock,
    clockGuard: createMachineClockGuard(database, clock),
    identity: provider,
    crm: chooseCrmProvider(env, database.foreground, clock),
    places: createLocalPlaces(database.foreground),
    jobs: {
      known: [],
      runNow: () => Promise.reject(new Refusal('This command runs no jobs.')),
      recentRuns: async () => [],
      stop: async () => {},
    },
    log: createLogger(env.LOG_LEVEL),
  });
}

async function createContext(
  app: FastifyInstance,
  { foreground }: Database,
  env: Env,
  email: string | undefined,
): Promise<AskContext> {
  const user =
    email === undefined ? undefined : await findActiveUser(foreground, email, env.ADMIN_EMAILS);
  if (email !== undefined && user === undefined)
    throw new Refusal(`No enabled user has the address ${email}.`);
  return {
    // A user who can run commands can read the database, and therefore all lists.
    lists: askableLists(app, user?.role ?? 'admin'),
    viewer: user?.name ?? null,
    today: dayIn(env.BUSINESS_TIME_ZONE, clock()),
    synonyms: await createSynonymReader(foreground)(),
    log: app.log,
  };
}

async function ask(question: string, context: AskContext) {
  if (question.length > maxQuestionLength)
    return {
      kind: 'refuse' as const,
      reason: `A question can have at most ${maxQuestionLength} characters.`,
      unknownWords: [],
      near: [],
    };
  return answerQuestion({ question, plan: null, last: null }, context);
}

async function answerLines(context: AskContext): Promise<void> {
  for await (const question of createInterface({ input: process.stdin }))
    if (question.trim() !== '')
      console.log(JSON.stringify(outcomeRecord(question, await ask(question, context))));
}
