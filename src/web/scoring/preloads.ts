import { paths } from '#shared/core/pages/paths.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { getScoringRules } from '#shared/scoring/rules.ts';
import type { PagePreloads } from '#web/ui/page/preloads.ts';

export const preloadsByPage: PagePreloads = {
  [paths.scoringRules]: {
    parts: ['src/web/scoring/ScoringRulesPage.tsx'],
    calls: [getScoringRules.path, getFreshness.path, getClientSettings.path],
  },
};
