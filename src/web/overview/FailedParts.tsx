import type { LoadedDetail } from '#web/health/institution-detail.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';

/** What of a customer's details could not be loaded, while the rest is shown. */
export function FailedParts({ detail: { name, healthError, recordError, retry } }: { detail: LoadedDetail }) {
  return (
    <>
      {healthError !== null && <ErrorState title={`The health of ${name} could not be loaded`} error={healthError} onRetry={retry} />}
      {recordError !== null && <ErrorState title={`The locations of ${name} could not be loaded`} error={recordError} onRetry={retry} />}
    </>
  );
}
