import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { DealOwner } from '#shared/core/provider-answers.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import {
  findChurnTiers,
  findInstitutionRows,
  findInstitutionsPreviouslyInChurnTier,
  findOnboardingStates,
  findProductRowsOfWeek,
  findScoreRowsOfWeek,
  findTicketCounts,
  readInstitutionListCacheVersion,
} from './list-queries.ts';
import {
  buildListedInstitutions,
  withOnboardingState,
  withOwner,
  withTickets,
} from './list-rules.ts';

/** Milliseconds after a failure until the list asks the CRM for owners again. */
const crmRetryMilliseconds = 60_000;

type InstitutionList = ResponseOf<typeof getInstitutionList>;

const lists = new WeakMap<Dependencies, InstitutionListReader>();

/**
 * Returns the cached customer list of the server. It is rebuilt when customers, official weeks or
 * rules change; changed tickets, onboarding states or owners are added to its rows.
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
    const { facts, work } = await readInstitutionListCacheVersion(foreground, currentTime());
    const version = `${facts} ${work}`;
    // `work` covers all data of a CRM that is not synchronized. For a synchronized CRM, the
    // version also contains the time of the last synchronization.
    if (!crm.isSynchronized) return version;
    const asOf = await answerUnlessCrmDown(log, () => crm.asOf());
    const owners =
      asOf === undefined
        ? `without since ${Math.floor(clock().getTime() / crmRetryMilliseconds)}`
        : asOf?.toISOString();
    return `${version} ${owners}`;
  }

  /** Reads the list without tickets, onboarding states and owners. */
  async function readFacts(): Promise<InstitutionList> {
    const week = await findNewestWeek(foreground);
    const { rules } = week ?? (await readCurrentRules(foreground, clock()));
    const institutions = await findInstitutionRows(foreground);
    const scores = week === null ? [] : await findScoreRowsOfWeek(foreground, week.weekStart);
    const products = week === null ? [] : await findProductRowsOfWeek(foreground, week.weekStart);
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
        churnTiers: await findChurnTiers(foreground, currentTime()),
        previouslyInTier: await findInstitutionsPreviouslyInChurnTier(foreground, currentTime()),
      }),
    });
  }

  let last: { version: string; list: InstitutionList } | undefined;

  /**
   * Reads tickets, onboarding states and owners, and reads the rest of the list only when it has
   * changed. Returns the same list when nothing has changed.
   */
  async function build(): Promise<InstitutionList> {
    const { facts: version } = await readInstitutionListCacheVersion(foreground, currentTime());
    const known = last?.version === version ? last.list : await readFacts();
    const tickets = await findTicketCounts(foreground);
    const onboarding = await findOnboardingStates(foreground);
    const owners = await answerUnlessCrmDown<Map<string, DealOwner>>(log, () =>
      crm.dealOwners(known.rows.map((row) => row.institutionId)),
    );
    const rows = known.rows.map((row) =>
      withOwner(
        withOnboardingState(
          withTickets(row, tickets.get(row.institutionId)),
          onboarding.get(row.institutionId) ?? null,
        ),
        owners?.get(String(row.institutionId)),
      ),
    );
    const isSame = rows.every((row, at) => row === known.rows[at]);
    const list = isSame ? known : { ...known, rows };
    last = { version, list };
    return list;
  }

  return createCachedListReader(clock, readVersion, build);
}

export type InstitutionListReader = ReturnType<typeof makeList>;
