import type { LoadedDetail } from '#web/health/institution-detail.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';

/** Errors of the details that failed to load, shown above the loaded details. */
export function FailedParts({
  detail: { name, healthError, recordError, retry },
}: {
  detail: LoadedDetail;
}) {
  return (
    <>
      {healthError !== null && (
        <ErrorState
          title={`Couldn’t load the health of ${name}`}
          error={healthError}
          onRetry={retry}
        />
      )}
      {recordError !== null && (
        <ErrorState
          title={`Couldn’t load the locations of ${name}`}
          error={recordError}
          onRetry={retry}
        />
      )}
    </>
  );
}
