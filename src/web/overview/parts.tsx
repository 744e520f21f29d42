import { type ComponentType, lazy } from 'react';
import type { LoadedInstitutionDetail } from '#web/health/institution-detail.ts';
import { SummaryTab } from './SummaryTab.tsx';

interface PartProperties {
  institutionId: number;
  detail: LoadedInstitutionDetail;
}
type Part = ComponentType<PartProperties>;

/**
 * Tabs of a customer's page in order. All tabs except the first are loaded when the user opens
 * them.
 */
export const overviewTabs = [
  { key: 'summary', label: 'Summary', Part: SummaryTab },
  {
    key: 'usage',
    label: 'Usage',
    Part: lazy<Part>(async () => ({
      default: (await import('#web/health/usage/UsageTab.tsx')).UsageTab,
    })),
  },
  {
    key: 'locations',
    label: 'Locations',
    Part: lazy<Part>(async () => ({
      default: (await import('#web/health/usage/LocationsTab.tsx')).LocationsTab,
    })),
  },
  {
    key: 'benchmarks',
    label: 'Benchmarks',
    Part: lazy<Part>(async () => ({
      default: (await import('#web/health/usage/BenchmarksTab.tsx')).BenchmarksTab,
    })),
  },
  {
    key: 'comparison',
    label: 'Weekly comparison',
    Part: lazy<Part>(async () => ({
      default: (await import('#web/portfolio/comparison/InstitutionWeekComparison.tsx'))
        .InstitutionWeekComparison,
    })),
  },
  {
    key: 'timeline',
    label: 'Timeline',
    Part: lazy<Part>(async () => ({
      default: (await import('#web/timeline/TimelineTab.tsx')).TimelineTab,
    })),
  },
  {
    key: 'work',
    label: 'Work',
    Part: lazy<Part>(async () => ({ default: (await import('./WorkTab.tsx')).WorkTab })),
  },
  {
    key: 'tickets',
    label: 'Tickets',
    Part: lazy<Part>(async () => ({
      default: (await import('#web/tickets/CustomerTicketsTab.tsx')).CustomerTicketsTab,
    })),
  },
] as const satisfies readonly { key: string; label: string; Part: Part }[];

export type OverviewTabKey = (typeof overviewTabs)[number]['key'];

/** Value of the `print` parameter that opens the prep sheet. */
export const prepSheetPrintValue = 'prep-sheet';
export const LazyPrepSheet = lazy<Part>(async () => ({
  default: (await import('#web/prep-sheet/PrepSheet.tsx')).PrepSheet,
}));
