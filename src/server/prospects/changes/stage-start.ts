import type { ProspectStage } from '#shared/prospects/stages.ts';

/** Stage of a prospect, and the stage before its last move. */
export interface StageHistory {
  stage: ProspectStage;
  stageSince: Date;
  /** Former stage with its start, and the time of the move; `null` before the first move. */
  lastMove: { stage: string; since: Date; at: Date } | null;
}

/** Time within which a move back corrects the last move. */
const correctionMilliseconds = 60 * 60_000;

/**
 * Returns the time since which the prospect is in a stage after a change at `at`. A move back
 * within an hour continues the days in the former stage.
 */
export function stageStart(
  { stage: current, stageSince, lastMove }: StageHistory,
  stage: ProspectStage,
  at: Date,
): Date {
  if (stage === current) return stageSince;
  const isCorrection =
    lastMove?.stage === stage && at.getTime() - lastMove.at.getTime() <= correctionMilliseconds;
  return isCorrection ? lastMove.since : at;
}
