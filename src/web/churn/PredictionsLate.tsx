import { pipelineSteps } from '#shared/churn/runs/pipeline-runs.ts';
import { NotUpToDate } from '#web/scoring/WorkTrouble.tsx';

const jobs = pipelineSteps.map((step) => `churn.${step}`);

/** Says that the predictions wait for a step that failed or is paused, unless they were made since. */
export const PredictionsLate = ({ madeAt }: { madeAt: string | null }) => <NotUpToDate works={[{ name: 'predictions', jobs, madeAt }]} />;
