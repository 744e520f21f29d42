import { pipelineStepKeys } from '#shared/churn/pipeline/pipeline-runs.ts';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';

const jobs = pipelineStepKeys.map((step) => `churn.${step}`);

/**
 * Notice that a failed or paused pipeline step delays predictions. Renders nothing when the
 * predictions are up to date.
 */
export const PredictionsLate = ({ madeAt }: { madeAt: string | null }) => (
  <JobTroubleList works={[{ name: 'predictions', jobs, madeAt }]} />
);
