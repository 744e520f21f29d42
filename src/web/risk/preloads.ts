import { buildUrl } from '#shared/core/endpoint.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

export const preloadsByPage: PagePreloads = {
  [paths.atRisk]: {
    parts: ['src/web/risk/AtRiskPage.tsx'],
    calls: [
      getRiskList.path,
      getRiskCases.path,
      getInstitutionWorkSummaries.path,
      getClientSettings.path,
      buildUrl(getSavedViews.path, {}, { list: 'at-risk' }),
    ],
  },
};
