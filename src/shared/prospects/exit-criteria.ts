import type { ExitCriteria, ExitCriterion } from './sales-settings.ts';
import { type ActiveProspectStage, activeProspectStages, type ProspectStage } from './stages.ts';

const activeStageOf = (stage: ProspectStage): ActiveProspectStage | undefined =>
  activeProspectStages.find((active) => active === stage);

/** Returns the criteria of a stage; none for Won, Lost and Nurture. */
export function exitCriteriaOf(
  criteria: ExitCriteria,
  stage: ProspectStage,
): readonly ExitCriterion[] {
  const active = activeStageOf(stage);
  return active === undefined ? [] : criteria[active];
}

/** Returns `true` for a move to a later active stage or to Won. */
export function isStepForward(from: ProspectStage, to: ProspectStage): boolean {
  const [before, after] = [activeStageOf(from), activeStageOf(to)];
  if (before === undefined) return false;
  return (
    to === 'Won' ||
    (after !== undefined &&
      activeProspectStages.indexOf(after) > activeProspectStages.indexOf(before))
  );
}

/**
 * Returns the number of unmet criteria of the stage that a prospect leaves; 0 for a move that is not
 * a step forward.
 */
export const countOpenCriteria = (
  criteria: ExitCriteria,
  { from, to, metIds }: { from: ProspectStage; to: ProspectStage; metIds: readonly string[] },
): number =>
  isStepForward(from, to)
    ? exitCriteriaOf(criteria, from).filter(({ id }) => !metIds.includes(id)).length
    : 0;
