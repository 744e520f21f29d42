import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { findNotices, readNoticesVersion } from '#server/notices/queries.ts';
import { toNotice } from '#server/notices/rules.ts';
import type { InstitutionListReader } from '#server/portfolio/list.ts';
import { recoveryLookBackWeeks } from '#shared/risk/constants.ts';
import { getRiskList, scoreTrendWeeks } from '#shared/risk/list.ts';
import { findLastRiskWeeks, findRecentInstitutionScores } from './list-queries.ts';
import { buildListedRisks, determineAtRiskListGroup } from './list-rules.ts';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'crm' | 'log'>;

/**
 * Returns the cached at-risk list. It is computed from the customer list and renewed when the
 * customer list, a notice or the CRM data changes.
 */
export function createRiskListReader(
  { database, clock, crm, log }: Needed,
  customers: InstitutionListReader,
) {
  const { foreground } = database;

  async function readVersion(): Promise<string> {
    const asOf = await answerUnlessCrmDown(log, () => crm.asOf());
    return `${(await customers()).id} ${asOf?.toISOString()} ${await readNoticesVersion(foreground)}`;
  }

  async function build() {
    const { rows: institutions, rules, weekStartDate, weekEndDate } = (await customers()).answer;
    const pastRisks =
      weekStartDate === null
        ? []
        : await findLastRiskWeeks(foreground, weekStartDate, recoveryLookBackWeeks);
    const pastRiskIds = new Set(pastRisks.map((risk) => risk.institution_id));
    const listed = institutions.filter(
      (row) => determineAtRiskListGroup(row, pastRiskIds.has(row.institutionId)) !== undefined,
    );
    const ids = listed.map((row) => row.institutionId);
    const renewals = await answerUnlessCrmDown(log, () => crm.renewals(ids));
    const trends = await findRecentInstitutionScores(foreground, ids, scoreTrendWeeks);
    const notices = await findNotices(foreground);
    return getRiskList.response.parse({
      weekStartDate,
      weekEndDate,
      healthyFrom: rules.healthyFrom,
      inGrace: institutions.filter((row) => row.inGrace).length,
      rows: buildListedRisks({
        ...{ institutions, rules, pastRisks, renewals, trends },
        notices: new Map(notices.map((notice) => [notice.institutionId, toNotice(notice)])),
      }),
    });
  }

  return createCachedListReader(clock, readVersion, build);
}
