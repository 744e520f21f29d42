import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';

/**
 * Errors of the parts of a customer's details that failed to load. They are shown above the loaded
 * parts.
 */
export function DetailErrors({
  detail: { name, healthError, recordError, retry },
}: {
  detail: LoadedInstitutionDetail;
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
