import { useQuery } from '@tanstack/react-query';
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
  const { data: evidence, error } = useQuery(prospectEvidenceQuery(prospectKey));
  // `TalkingPointsSection`, which comes first on the page, shows the error of this query.
  if (evidence === undefined && error !== null) return null;
  if (evidence === undefined)
    return (
      <LoadingSkeleton label="Loading similar customers">
        <SkeletonBlock height={320} />
      </LoadingSkeleton>
    );
  return (
    <>
      <SimilarPracticesSection evidence={evidence} />
      <ReferencesSection evidence={evidence} isPlaced={isPlaced} />
      {evidence.churn !== null && <ChurnSection churn={evidence.churn} />}
    </>
  );
}
