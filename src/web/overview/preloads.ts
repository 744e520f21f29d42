import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getFeatureTargets, getHealthTrend } from '#shared/health/health.ts';
import { getInstitutionLocations } from '#shared/institutions/institutions.ts';
import { getHealthHistory } from '#shared/timeline/history.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

export const preloadsByPage: PagePreloads = {
  '/institution/:id/overview': {
    parts: ['src/web/overview/InstitutionOverviewPage.tsx', 'src/web/timeline/ScoreHistory.tsx'],
    calls: [
      `${getHealthTrend.path}?weeks=1`,
      getInstitutionLocations.path,
      getRiskCases.path,
      getClientSettings.path,
      getFeatureTargets.path,
      `${getHealthHistory.path}?weeks=26`,
    ],
  },
};
