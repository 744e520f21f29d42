import type { LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import { getActionItems } from '#shared/action-items/action-items.ts';
import { getLosses } from '#shared/churn/losses/losses.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { Endpoint } from '#shared/core/endpoint.ts';
import { getOnboardingList } from '#shared/onboarding/onboarding.ts';
import { getPlaybookRuns } from '#shared/playbooks/runs.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getRenewals } from '#shared/renewals/renewals.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getSlaClocks } from '#shared/slas/clocks.ts';
import { getTeamTasks } from '#shared/team/rows.ts';
import { getTicketList } from '#shared/tickets/desk.ts';
import type { EvaluatedApp } from './app.ts';

/** Sends a GET request as the user who asks the questions. */
export type Get = (url: string) => Promise<LightMyRequestResponse>;

async function fetchList<Schema extends z.ZodType>(
  get: Get,
  { path, response }: Pick<Endpoint, 'path'> & { response: Schema },
  search = '',
): Promise<z.output<Schema>> {
  const answer = await get(`${path}${search}`);
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  return response.parse(answer.json());
}

/** Fetches the rows of all lists as a page gets them. */
export async function fetchAllListRows({
  get,
  dependencies: { env, clock },
  viewer,
}: EvaluatedApp) {
  const risks = await fetchList(get, getRiskList);
  return {
    today: dayIn(env.BUSINESS_TIME_ZONE, clock()),
    /** Name of the user who asks. */
    viewer,
    dayOf: (instant: string) => dayIn(env.BUSINESS_TIME_ZONE, new Date(instant)),
    customers: (await fetchList(get, getInstitutionList)).rows,
    risks: risks.rows,
    renewals: (await fetchList(get, getRenewals)).rows,
    tickets: (await fetchList(get, getTicketList)).rows,
    onboarding: (await fetchList(get, getOnboardingList)).rows,
    losses: (await fetchList(get, getLosses)).rows,
    actionItems: (await fetchList(get, getActionItems)).rows,
    tasks: (await fetchList(get, getTeamTasks)).rows,
    runs: (await fetchList(get, getPlaybookRuns)).rows,
    slas: (await fetchList(get, getSlaClocks, '?days=28')).rows,
  };
}

export type AllListRows = Awaited<ReturnType<typeof fetchAllListRows>>;
