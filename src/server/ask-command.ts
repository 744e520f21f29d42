import { createInterface } from 'node:readline';
import {
  parseCommandArguments,
  runCommand,
  withMigratedDatabase,
} from '#server/admin/commands/command.ts';
import { answerQuestion } from '#server/assistant/answer/answer.ts';
import { type AskContext, createAskContext } from '#server/assistant/context.ts';
import { formatOutcome, outcomeToJson } from '#server/assistant/outcome-text.ts';
import { createSynonymReader } from '#server/assistant/synonyms/queries.ts';
import { findActiveUser } from '#server/auth/queries.ts';
import { createGuardOfMachineClock } from '#server/core/clock/guard.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import { CannotContinueError } from '#server/core/errors.ts';
import { chooseIdentityProvider } from '#server/core/providers/identity-choice.ts';
import { createLogger } from '#server/core/telemetry/log.ts';
import { chooseCrmProvider } from '#server/crm/choose-crm.ts';
import { choosePlacesProvider } from '#server/prospects/places/choose-places.ts';
import { maxQuestionLength, type Outcome } from '#shared/assistant/assistant.ts';
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
  if (!isUsable) throw new CannotContinueError(usage);
  await withMigratedDatabase(async (database, env) => {
    const dependencies = await createDependencies(database, env);
    const user = await findUser(database, env, values.as);
    const app = await buildApp(dependencies);
    try {
      const synonyms = await createSynonymReader(database.foreground)();
      const context = createAskContext(app, dependencies, user, synonyms);
      if (question === undefined) await answerLines(context);
      else console.log(formatOutcome(await ask(question, context)));
    } finally {
      await app.close();
    }
  });
});

/**
 * Creates the dependencies of the app. The command needs the app's routes to read the lists, but
 * the app does not listen.
 */
async function createDependencies(database: Database, env: Env): Promise<Dependencies> {
  const { provider } = await chooseIdentityProvider(env);
  return {
    env,
    database,
    clock,
    clockGuard: createGuardOfMachineClock(database, clock),
    identity: provider,
    crm: chooseCrmProvider(env, database.foreground, clock),
    places: choosePlacesProvider(env, database.foreground, clock),
    llm: null,
    jobs: {
      known: [],
      runNow: () => Promise.reject(new CannotContinueError('This command runs no jobs.')),
      recentRuns: async () => [],
      stop: async () => {},
    },
    log: createLogger(env.LOG_LEVEL),
  };
}

/** Returns the user with this email address; `null` when no address is given. */
async function findUser({ foreground }: Database, env: Env, email: string | undefined) {
  if (email === undefined) return null;
  const user = await findActiveUser(foreground, email, env.ADMIN_EMAILS);
  if (user === undefined)
    throw new CannotContinueError(`No enabled user has the address ${email}.`);
  return user;
}

async function ask(question: string, context: AskContext): Promise<Outcome> {
  if (question.length > maxQuestionLength)
    return {
      kind: 'refuse',
      reason: `A question can have at most ${maxQuestionLength} characters.`,
      unknownWords: [],
      near: [],
    };
  const { outcome } = await answerQuestion({ question, plan: null, last: null }, context);
  return outcome;
}

async function answerLines(context: AskContext): Promise<void> {
  for await (const question of createInterface({ input: process.stdin }))
    if (question.trim() !== '')
      console.log(JSON.stringify(outcomeToJson(question, await ask(question, context))));
}
