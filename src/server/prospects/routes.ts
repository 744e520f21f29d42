import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { columnOptionsRoute, pagedListRoute, parseRequestedList } from '#server/list/paged-list.ts';
import { dayIn } from '#shared/core/dates.ts';
import { foldText } from '#shared/core/text.ts';
import { findMatchingPositions } from '#shared/list/match.ts';
import type { ListState } from '#shared/list/state.ts';
import { prospectColumns } from '#shared/prospects/columns.ts';
import {
  exportProspects,
  getProspectBoard,
  getProspectColumnOptions,
  getProspectPage,
  getProspectPoints,
  getTerritoryRenames,
} from '#shared/prospects/list.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { renameTerritories } from '#shared/prospects/territories.ts';
import { allProspectsReader } from './list/all-prospects.ts';
import { buildBoard, buildPoints } from './list/list-rules.ts';
import { prospectRowsReader } from './list/rows.ts';
import { readProspectProfile } from './profile/profile.ts';

export function prospectsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock, env } = dependencies;
  const prospects = prospectRowsReader(dependencies);

  versionCheckedListRoute(app, getProspects, allProspectsReader(dependencies));

  const readList = async () => {
    const { rows, context } = await prospects();
    const { territoryNames } = context.sales;
    return {
      rows,
      toCurrentState: <State extends Pick<ListState, 'filters'>>(state: State): State => ({
        ...state,
        filters: renameTerritories(state.filters, territoryNames),
      }),
    };
  };
  pagedListRoute(app, getProspectPage, prospectColumns, readList);
  columnOptionsRoute(app, getProspectColumnOptions, prospectColumns, readList);

  route(app, getTerritoryRenames, async () => {
    const { territoryNames } = (await prospects()).context.sales;
    const rows = [...territoryNames].map(([former, current]) => ({ former, current }));
    return { rows: rows.filter(({ former, current }) => former !== foldText(current)) };
  });

  csvRoute(app, exportProspects, prospectColumns, async () => ({
    ...(await readList()),
    fileName: `prospects-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`,
  }));

  async function findMatchingRows(list: string) {
    const requested = parseRequestedList(list, prospectColumns);
    const { rows, toCurrentState } = await readList();
    const positions = findMatchingPositions(rows, prospectColumns, toCurrentState(requested));
    return { rows, positions };
  }
  route(app, getProspectBoard, async ({ query }) => {
    const { rows, positions } = await findMatchingRows(query.list);
    return { columns: buildBoard(rows, positions) };
  });
  route(app, getProspectPoints, async ({ query }) => {
    const { rows, positions } = await findMatchingRows(query.list);
    return buildPoints(positions.flatMap((at) => rows[at] ?? []));
  });

  route(app, getProspectProfile, async ({ query }) => {
    const profile = await readProspectProfile(dependencies, query.key);
    if (profile === undefined) throw notFound('This prospect');
    return profile;
  });
}
