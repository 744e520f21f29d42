import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import {
  findChurnTiers,
  findInstitutionRows,
  findInstitutionsPreviouslyInTier,
  findProductRows,
  findScoreRows,
  institutionListCacheVersion,
} from './list-queries.ts';
import { buildListedInstitutions } from './list-rules.ts';

/** Milliseconds after a failure until the list asks the CRM for owners again. */
const crmRetryMilliseconds = 60_000;

const lists = new WeakMap<Dependencies, InstitutionListReader>();

/**
 * Returns the cached customer list of the server. It is rebuilt when customers, official weeks,
 * rules, tickets or owners change.
 */
export function institutionListReader(dependencies: Dependencies): InstitutionListReader {
  const list = lists.get(dependencies) ?? makeList(dependencies);
  lists.set(dependencies, list);
  return list;
}

function makeList({ database, clock, crm, env, log }: Dependencies) {
  const { foreground } = database;
  const currentTime = () => ({ now: clock(), timeZone: env.BUSINESS_TIME_ZONE });

  async function readVersion(): Promise<string> {
    const version = await institutionListCacheVersion(foreground, currentTime());
    // The version already changes with the deals of a local CRM. For a synchronized CRM, the time
    // of its last synchronization is added.
    if (!crm.isSynchronized) return version;
    const asOf = await answerUnlessCrmDown(log, () => crm.asOf());
    const owners =
      asOf === undefined
        ? `without since ${Math.floor(clock().getTime() / crmRetryMilliseconds)}`
        : asOf?.toISOString();
    return `${version} ${owners}`;
  }

  async function build() {
    const week = await findNewestWeek(foreground);
    const { rules } = week ?? (await readCurrentRules(foreground, clock()));
    const institutions = await findInstitutionRows(foreground);
    const scores = week === null ? [] : await findScoreRows(foreground, week.weekStart);
    const products = week === null ? [] : await findProductRows(foreground, week.weekStart);
    const owners = await answerUnlessCrmDown<Map<string, DealOwner>>(log, () =>
      crm.dealOwners(institutions.map((row) => row.institution_id)),
    );
    return getInstitutionList.response.parse({
      weekStartDate: week?.weekStart ?? null,
      weekEndDate: week?.weekEnd ?? null,
      rules,
      rows: buildListedInstitutions({
        day: week?.weekEnd ?? dayIn(env.BUSINESS_TIME_ZONE, clock()),
        rules,
        institutions,
        scores,
        products,
        owners,
        churnTiers: await findChurnTiers(foreground, currentTime()),
        previouslyInTier: await findInstitutionsPreviouslyInTier(foreground, currentTime()),
      }),
    });
  }

  return createCachedListReader(clock, readVersion, build);
}

export type InstitutionListReader = ReturnType<typeof makeList>;
