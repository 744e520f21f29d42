import { pipelineSteps } from '#shared/churn/pipeline/pipeline-runs.ts';
import { OutdatedJobList } from '#web/scoring/WorkTrouble.tsx';

const jobs = pipelineSteps.map((step) => `churn.${step}`);

/**
 * Notice that a failed or paused pipeline step delays predictions. Renders nothing when the
 * predictions are up to date.
 */
export const PredictionsLate = ({ madeAt }: { madeAt: string | null }) => (
  <OutdatedJobList works={[{ name: 'predictions', jobs, madeAt }]} />
);
