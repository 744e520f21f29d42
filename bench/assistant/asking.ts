import { randomUUID } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { sql } from 'kysely';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { type Answer, postQuestion } from '#shared/assistant/assistant.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import type { TestDatabase } from '#test/database.ts';
import { rememberUser } from '#test/page-user.ts';
import { now } from '../portfolio-world.ts';
import {
  type BenchQuestion,
  canHaveFollowUps,
  createQuestionMix,
  type Kind,
  type Names,
} from './questions.ts';
import { ownerNames } from './world.ts';

export interface TimedQuestion {
  kind: Kind;
  milliseconds: number;
}

/**
 * Number of questions of one user before the next user asks; below the limit of questions per
 * minute.
 */
const questionsOfUser = 25;
/** Number of users; so many that none asks again within a minute. */
const userCount = 400;
/** Seconds by which the clock advances before each question. */
const pauseSeconds = 2;
/** A colleague moves the due date of an open task before each tenth question. */
const questionsBetweenChanges = 10;

interface Asker {
  cookie: string;
  conversationId: string;
  /** Plan of the last answer, which a follow-up changes. */
  lastPlan: Answer['plan'] | null;
}

export interface AssistantBenchSetup {
  test: TestApp;
  names: Names;
  next: () => BenchQuestion;
  clock: { at: Date };
  /** Number of questions. */
  asked: number;
  users: Asker[];
}

/** Builds the app on a database with the customers, signs in its users and reads the customer list. */
export async function withAssistant<Result>(
  database: TestDatabase,
  work: (assistant: AssistantBenchSetup) => Promise<Result>,
): Promise<Result> {
  const clock = { at: now };
  const test = await buildTestApp({ now, database, dependencies: { clock: () => clock.at } });
  try {
    const names = await readNames(test);
    const next = createQuestionMix(names);
    const users = await Promise.all(
      Array.from({ length: userCount }, (_, at) =>
        signIn(test, ownerNames[at % ownerNames.length] ?? ''),
      ),
    );
    return await work({ test, names, next, clock, asked: 0, users });
  } finally {
    await test.close();
  }
}

async function readNames({ inject }: TestApp): Promise<Names> {
  const answer = await inject({ method: 'GET', url: getInstitutionList.path });
  const { rows } = getInstitutionList.response.parse(answer.json());
  return { customers: rows.map(({ institutionName }) => institutionName), owners: ownerNames };
}

/** Signs in a user with the name of an owner, so that 'my customers' has rows. */
async function signIn({ database, dependencies }: TestApp, name: string): Promise<Asker> {
  const userId = randomUUID();
  await sql`insert into app_user (user_id, issuer, subject, email, name, role, created_at, last_sign_in_at)
    values (${userId}, 'bench', ${userId}, ${`${userId}@example.com`}, ${name}, 'member', now(), ${now.toISOString()})`.execute(
    database.background,
  );
  const secret = await createSession(dependencies, userId);
  const cookie = `${buildSessionCookie(dependencies.env).name}=${secret}`;
  return { cookie: rememberUser(cookie, userId), conversationId: randomUUID(), lastPlan: null };
}

/** Asks the next questions of the mix as the page does. */
export async function askMany(
  assistant: AssistantBenchSetup,
  count: number,
): Promise<TimedQuestion[]> {
  const times: TimedQuestion[] = [];
  for (let at = 0; at < count; at++) {
    assistant.asked += 1;
    if (assistant.asked % questionsBetweenChanges === 0)
      await sql`update task set version = version + 1, due_on = due_on + 1 where institution_id = ${4 * (1 + (assistant.asked % 4500))}`.execute(
        assistant.test.database.background,
      );
    const user = userOf(assistant);
    times.push(await ask(assistant, user, nextQuestion(assistant, user)));
  }
  return times;
}

function userOf({ users, asked }: AssistantBenchSetup): Asker {
  const user = users[Math.floor(asked / questionsOfUser) % users.length];
  if (user === undefined) throw new Error('No user is signed in.');
  return user;
}

/** Sends a question and returns its time. Throws when its outcome is not of an expected kind. */
async function ask(
  { test, clock }: AssistantBenchSetup,
  user: Asker,
  { kind, text, outcomes }: BenchQuestion,
): Promise<TimedQuestion> {
  clock.at = new Date(clock.at.getTime() + pauseSeconds * 1000);
  const payload = {
    question: text,
    plan: null,
    last: user.lastPlan,
    conversationId: user.conversationId,
    turnId: randomUUID(),
  };
  const begin = performance.now();
  const answer = await test.inject({
    method: 'POST',
    url: postQuestion.path,
    headers: { cookie: user.cookie },
    payload,
  });
  const milliseconds = performance.now() - begin;
  if (answer.statusCode !== 200) throw new Error(`${text}: ${answer.statusCode} ${answer.body}`);
  const outcome = postQuestion.response.parse(answer.json());
  if (!outcomes.includes(outcome.kind))
    throw new Error(`${text}: ${outcome.kind}, expected ${outcomes.join(' or ')}`);
  if (outcome.kind === 'answer') user.lastPlan = outcome.plan;
  return { kind, milliseconds };
}

/** Returns the next question. A follow-up is left out when it can't change the last answer. */
function nextQuestion(assistant: AssistantBenchSetup, user: Asker): BenchQuestion {
  const question = assistant.next();
  const { lastPlan } = user;
  const canBeAsked =
    question.kind !== 'follow-up' || (lastPlan !== null && canHaveFollowUps(lastPlan));
  return canBeAsked ? question : nextQuestion(assistant, user);
}

/** Returns the size of the used heap in megabytes after garbage collection. */
export async function measureUsedHeap(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/**
 * Changes a ticket, which invalidates the customer list and the lists derived from it. Returns the
 * time of the page's request and of a question about the same list, each after a change.
 */
export async function measureResponseTimesAfterChange(
  assistant: AssistantBenchSetup,
): Promise<{ page: number; question: number }> {
  const { test, clock } = assistant;
  const user = userOf(assistant);
  const change = (id: number) =>
    sql`update crm_ticket set updated_at = now() where institution_id = ${id}`.execute(
      test.database.background,
    );
  await change(3);
  clock.at = new Date(clock.at.getTime() + pauseSeconds * 1000);
  const begin = performance.now();
  await test.inject({ url: getInstitutionList.path, headers: { cookie: user.cookie } });
  const page = performance.now() - begin;
  await change(6);
  const question = { kind: 'count', text: 'How many customers are there?' } as const;
  const { milliseconds } = await ask(assistant, user, { ...question, outcomes: ['answer'] });
  return { page, question: milliseconds };
}
