import '#web/mantine.css';
import '@fontsource-variable/figtree/wght.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { getUser } from '#shared/auth/auth.ts';
import { getClientSettings } from '#shared/core/settings/settings.ts';
import { getPractices, type Practice } from '#shared/institutions/institutions.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createSeededRandom, createTestPractice } from '#test/search-cases.ts';
import { createQueryClient } from '#web/core/api.ts';
import { MapPage } from '#web/map/MapPage.tsx';
import { ModalsProvider } from '#web/shell/modals.tsx';
import { resolveCssVariables, theme } from '#web/ui/theme.ts';
import type { MapRun } from './map-run.ts';

const tiers = ['Healthy', 'Medium', 'Critical', 'Unknown'] as const;
const panFrames = 60;

/**
 * Returns practices around 400 towns in the contiguous states, distributed as unevenly as real
 * practices.
 */
function practicesIn(count: number): Practice[] {
  const random = createSeededRandom(11);
  const between = (from: number, to: number) =>
    from + ((to - from) * random(1_000_000)) / 1_000_000;
  const towns = Array.from({ length: 400 }, () => [between(-118, -78), between(31, 46)] as const);
  return Array.from({ length: count }, (_, at) => {
    const [longitude, latitude] = towns[(random(20) * random(20) + random(20)) % towns.length] ?? [
      -100, 40,
    ];
    return createTestPractice({
      locationId: at + 1,
      institutionId: at + 1,
      longitude: longitude + between(-0.8, 0.8),
      latitude: latitude + between(-0.8, 0.8),
      healthTier: tiers[random(4)] ?? 'Unknown',
      healthScore: random(100),
      inGrace: random(12) === 0,
    });
  });
}

function MapWithModals() {
  return (
    <ModalsProvider>
      <MapPage />
    </ModalsProvider>
  );
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Resolves with the map of the page once everything is drawn. */
function settledMap(): Promise<MapLibreMap> {
  const fire = MapLibreMap.prototype.fire;
  return new Promise((resolve) => {
    MapLibreMap.prototype.fire = function (this: MapLibreMap, ...values: Parameters<typeof fire>) {
      const result = fire.apply(this, values);
      const event: unknown = values[0];
      const type =
        typeof event === 'object' && event !== null && 'type' in event ? event.type : event;
      const isDrawn = (id: string) =>
        this.getLayer(id) && this.queryRenderedFeatures({ layers: [id] }).length > 0;
      if (type === 'idle' && isDrawn('practices') && isDrawn('land')) {
        MapLibreMap.prototype.fire = fire;
        resolve(this);
      }
      return result;
    } as typeof fire;
  });
}

async function run(): Promise<MapRun> {
  const count = Number(new URLSearchParams(location.search).get('practices'));
  const queryClient = createQueryClient();
  queryClient.setQueryData([getPractices.path], {
    practices: practicesIn(count),
    tierLimits: null,
  });
  queryClient.setQueryData([getProspects.path], []);
  queryClient.setQueryData([getClientSettings.path], { mapStyleUrl: null });
  queryClient.setQueryData([getFreshness.path], { officialWeekEnd: null });
  queryClient.setQueryData([getUser.path], null);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  await document.fonts.ready;
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  );
  observer.observe({ entryTypes: ['longtask'] });
  await frame();

  const router = createMemoryRouter([{ path: '/', Component: MapWithModals }]);
  const settled = settledMap();
  const start = performance.now();
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={resolveCssVariables}>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const map = await settled;
  const millisecondsToIdle = performance.now() - start;

  const data = await map.getSource<GeoJSONSource>('practices')?.getData();
  const drawn =
    data?.type === 'FeatureCollection'
      ? data.features.reduce((sum, { properties }) => sum + Number(properties?.count), 0)
      : 0;

  map.jumpTo({ zoom: map.getZoom() + 1 });
  await map.once('idle');
  const from = await frame();
  let last = from;
  for (let at = 0; at < panFrames; at++) {
    map.panBy([at < panFrames / 2 ? 12 : -12, 0], { animate: false });
    last = await frame();
  }
  observer.disconnect();
  return {
    millisecondsToIdle,
    panFrame: (last - from) / panFrames,
    longestTask: Math.max(0, ...tasks),
    drawn,
  };
}

Object.assign(window, { mapRun: run() });
