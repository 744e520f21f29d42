import '#web/mantine.css';
import '@fontsource-variable/figtree/wght.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { ListState } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { createListedInstitution } from '#test/records.ts';
import { createSeededRandom } from '#test/search-cases.ts';
import { createQueryClient } from '#web/core/api.ts';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import { List } from '#web/ui/list/List.tsx';
import { type ListControl, useList } from '#web/ui/list/use-list.ts';
import { savedViewsQuery } from '#web/ui/list/views/saved-views-data.ts';
import { resolveCssVariables, theme } from '#web/ui/theme.ts';
import type { ListRun } from './list-run.ts';

const customers = 20_000;
const scrolledFrames = 240;
const pixelsPerFrame = 60;
const tiers = ['Healthy', 'Medium', 'Critical', 'Unknown'] as const;
const sizes = ['Small', 'Medium', 'Large', 'Enterprise'] as const;
const names = [
  'Elm',
  'Oak',
  'Birch',
  'Sorensen',
  'Ibarra',
  'Ortega & Zamora',
  'Kapoor',
  'Beacon',
  'Ridgeline',
  'Horizon',
];

function rowsOf(count: number): ListedInstitution[] {
  const random = createSeededRandom(7);
  return Array.from({ length: count }, (_, at) =>
    createListedInstitution({
      institutionId: at + 1,
      externalId: `A-${at}`,
      institutionName: `${names[random(names.length)]} Dental ${random(count)}`,
      sizeTier: sizes[random(4)] ?? 'Small',
      healthTier: tiers[random(4)] ?? 'Unknown',
      adoptionScore: random(1_000_000) / 10_000,
      scoreChange: random(400_000) / 10_000 - 20,
      ownerName: `Owner ${random(40)}`,
      state: ['CA', 'TX', 'NY', 'FL', 'WA'][random(5)] ?? 'CA',
      locationCount: 1 + random(30),
      atRisk: random(8) === 0,
    }),
  );
}

const rows = rowsOf(customers);
let list: ListControl<ListedInstitution> | undefined;
const source = {
  error: null,
  dataUpdatedAt: Date.now(),
  isFetching: false,
  refetch: () => undefined,
};

function Page() {
  const control = useList({ name: 'bench', columns: institutionColumns, rows });
  list = control;
  return (
    <List
      list={control}
      source={source}
      label="Customers"
      noun={{ one: 'customer', many: 'customers' }}
      rowId={(row) => row.institutionId}
      onOpen={() => undefined}
      cells={institutionCells}
      bulkActions={() => null}
    />
  );
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const changes: Record<string, Partial<ListState>> = {
  'sort by name': { sort: [{ column: 'institutionName', descending: false }] },
  'sort by score': { sort: [{ column: 'adoptionScore', descending: true }] },
  'sort by owner, then change': {
    sort: [
      { column: 'ownerName', descending: false },
      { column: 'scoreChange', descending: true },
    ],
  },
  'filter by tier': { filters: [{ column: 'healthTier', kind: 'one-of', values: ['Critical'] }] },
  'filter by score': { filters: [{ column: 'adoptionScore', kind: 'range', from: 20, to: 70 }] },
  search: { filters: [], search: 'sorensen' },
  clear: { filters: [], search: '', sort: [] },
};

async function run(): Promise<ListRun> {
  while (document.querySelectorAll('[role="row"], tbody tr').length < 5) await frame();
  // Users do not change a list in the first second after it appears.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const found: ListRun['changes'] = [];
  for (const [change, state] of Object.entries(changes)) {
    const before = list?.matching;
    const began = performance.now();
    list?.change(state);
    while (list?.matching === before) await frame();
    await frame();
    found.push({
      change,
      milliseconds: performance.now() - began,
      rows: list?.matching?.length ?? 0,
    });
  }
  const scroller = document.querySelector('[role="grid"]')?.parentElement;
  if (!scroller) throw new Error('There is no list');
  while (scroller.scrollHeight < customers * 20) await frame();
  const frames: number[] = [];
  let last = await frame();
  for (let at = 0; at < scrolledFrames; at += 1) {
    scroller.scrollTop += pixelsPerFrame;
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { changes: found, frames };
}

const queryClient = createQueryClient();
queryClient.setQueryData(savedViewsQuery('bench').queryKey, { rows: [], defaultViewId: null });
const root = document.getElementById('root');
if (!root) throw new Error('list.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      defaultColorScheme="light"
    >
      <RouterProvider router={createBrowserRouter([{ path: '*', Component: Page }])} />
    </MantineProvider>
  </QueryClientProvider>,
);
Object.assign(window, { listRun: run() });
