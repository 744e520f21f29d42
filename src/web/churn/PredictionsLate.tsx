import { pipelineSteps } from '#shared/churn/pipeline/pipeline-runs.ts';
import { NotUpToDate } from '#web/scoring/WorkTrouble.tsx';

const jobs = pipelineSteps.map((step) => `churn.${step}`);

/**
 * Notice that a failed or paused step delays predictions; renders nothing when predictions were
 * made since.
 */
export const PredictionsLate = ({ madeAt }: { madeAt: string | null }) => (
  <NotUpToDate works={[{ name: 'predictions', jobs, madeAt }]} />
);
