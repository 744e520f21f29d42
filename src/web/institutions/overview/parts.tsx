import { type ComponentType, lazy } from 'react';
import type { LoadedDetail } from '../detail-data.ts';
import { SummaryTab } from './SummaryTab.tsx';

interface PartProperties {
  institutionId: number;
  detail: LoadedDetail;
}
type Part = ComponentType<PartProperties>;

/** The tabs of a customer's page, in their order; all but the first are fetched when they are opened. */
export const tabs = [
  { key: 'summary', label: 'Summary', Part: SummaryTab },
  { key: 'usage', label: 'Usage', Part: lazy<Part>(async () => ({ default: (await import('./UsageTab.tsx')).UsageTab })) },
  { key: 'locations', label: 'Locations', Part: lazy<Part>(async () => ({ default: (await import('./LocationsTab.tsx')).LocationsTab })) },
  {
    key: 'benchmarks',
    label: 'Benchmarks',
    Part: lazy<Part>(async () => ({ default: (await import('./BenchmarksTab.tsx')).BenchmarksTab })),
  },
  {
    key: 'comparison',
    label: 'Weekly comparison',
    Part: lazy<Part>(async () => ({ default: (await import('#web/health/comparison/InstitutionComparison.tsx')).InstitutionComparison })),
  },
  { key: 'timeline', label: 'Timeline', Part: lazy<Part>(async () => ({ default: (await import('./TimelineTab.tsx')).TimelineTab })) },
  { key: 'work', label: 'Work', Part: lazy<Part>(async () => ({ default: (await import('./WorkTab.tsx')).WorkTab })) },
  { key: 'tickets', label: 'Tickets', Part: lazy<Part>(async () => ({ default: (await import('./TicketsTab.tsx')).TicketsTab })) },
] as const satisfies readonly { key: string; label: string; Part: Part }[];

export type TabKey = (typeof tabs)[number]['key'];

/** What `?print=` says when the sheet for a call is wanted. */
export const prepSheetSearch = 'prep-sheet';
export const SheetPart = lazy<Part>(async () => ({ default: (await import('./PrepSheet.tsx')).PrepSheet }));
