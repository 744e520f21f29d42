import type { Dependencies } from '#server/core/dependencies.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import { getPlaybookRuns, type ListedRun } from '#shared/playbooks/runs.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { playbookVersionKey } from './move-queries.ts';
import {
  findRunRows,
  type RunRow,
  readPlaybookRunsCacheVersion,
  readStepsByPlaybookVersion,
} from './run-queries.ts';

/** Converts a run row to the schema of the list. `customer` is `undefined` for a lost customer. */
export function toListedRun(
  { stepId, dueOn, ...row }: RunRow,
  steps: PlaybookFields['steps'],
  customer: ListedInstitution | undefined,
): ListedRun {
  const at = steps.findIndex((step) => step.stepId === stepId);
  return {
    ...row,
    place: at === -1 ? null : at + 1,
    steps: steps.length,
    until: row.state === 'active' ? dueOn : null,
    ownerName: customer?.ownerName ?? null,
  };
}

/**
 * Returns the cached list of runs. It is rebuilt every day and when playbooks, runs, tasks or
 * customers change.
 */
export function createRunListReader(dependencies: Dependencies) {
  const { database, clock, env } = dependencies;
  const customers = institutionListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function build() {
    const day = today();
    const { rows, rules } = (await customers()).answer;
    const byId = new Map(rows.map((row) => [row.institutionId, row]));
    const steps = await readStepsByPlaybookVersion(database.foreground);
    const settings = { flatBand: rules.flatBand, timeZone: env.BUSINESS_TIME_ZONE };
    return getPlaybookRuns.response.parse({
      today: day,
      rows: (await findRunRows(database.foreground, day, settings)).map((row) =>
        toListedRun(row, steps.get(playbookVersionKey(row)) ?? [], byId.get(row.institutionId)),
      ),
    });
  }

  return createVersionCheckedListReader(
    async () =>
      `${today()} ${(await customers()).id} ${await readPlaybookRunsCacheVersion(database.foreground)}`,
    build,
  );
}
