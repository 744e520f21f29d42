import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { prospectEvidenceQuery } from '../work-data.ts';
import { ChurnSection } from './ChurnSection.tsx';
import { ReferencesSection } from './ReferencesSection.tsx';
import { SimilarPracticesSection } from './SimilarPracticesSection.tsx';

interface Properties {
  prospectKey: string;
  /** `true` when the prospect has coordinates. */
  isPlaced: boolean;
}

/** Sections on what our customers show about a prospect. */
export function EvidenceSections({ prospectKey, isPlaced }: Properties) {
  const evidence = useQuery(prospectEvidenceQuery(prospectKey));
  if (evidence.data === undefined)
    return evidence.error === null ? (
      <LoadingSkeleton label="Loading similar customers">
        <SkeletonBlock height={320} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load similar customers"
        error={evidence.error}
        onRetry={() => void evidence.refetch()}
      />
    );
  return (
    <>
      <SimilarPracticesSection evidence={evidence.data} />
      <ReferencesSection evidence={evidence.data} isPlaced={isPlaced} />
      {evidence.data.churn !== null && <ChurnSection churn={evidence.data.churn} />}
    </>
  );
}
