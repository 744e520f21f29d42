import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';

export const createSalesMapGuide = createGuideFactory({
  metrics: [],
  controls: [
    {
      id: 'sales-views',
      label: 'Board, list and map',
      does: 'Switch between the board, the list and the map. Search and filters stay.',
    },
    {
      id: 'sales-filters',
      label: 'Filters',
      does: 'Search and filter the prospects, and save search and filters as a view.',
    },
    {
      id: 'sales-facets',
      label: 'Quick filters',
      does: 'Show your prospects, those in your territory, or active prospects without a note for 30 days (Stale).',
    },
    {
      id: 'sales-map-stages',
      label: 'Stages',
      does: 'Each stage has its own symbol and color. Click a stage to hide or show its prospects.',
    },
    {
      id: 'sales-map',
      label: 'Map',
      does: 'Click a mark to see its prospects. A mark with a number stands for several prospects; its ring shows their stages, and a click zooms in.',
    },
    {
      id: 'sales-map-view',
      label: 'Prospects in view',
      does: 'Call the prospects in view one after the other, or plan a route to them, up to 500 at once. “Draw area” limits them to an area: draw around it with the mouse or a finger.',
    },
  ],
  keys: globalKeys,
  howItWorks: () => [
    {
      title: 'Positions',
      blocks: [
        'A prospect without coordinates is placed at the center of its ZIP code. Prospects without either are counted below the map.',
      ],
    },
  ],
});
