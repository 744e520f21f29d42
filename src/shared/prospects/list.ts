import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { columnOptionsSchema, listTextQuerySchema, pagedListSchemas } from '#shared/list/paged.ts';
import { listedProspectSchema } from './rows.ts';
import { prospectStages } from './stages.ts';

export const getProspectPage = endpoint({
  method: 'GET',
  path: '/api/prospects/list',
  summary: 'Prospects that match a list’s filters, in its order',
  ...pagedListSchemas(listedProspectSchema),
});

export const getProspectColumnOptions = endpoint({
  method: 'GET',
  path: '/api/prospects/list/options',
  summary: 'Values of the option columns of the list of prospects',
  query: listTextQuerySchema,
  response: columnOptionsSchema,
});

export const getTerritoryRenames = endpoint({
  method: 'GET',
  path: '/api/prospects/territory-renames',
  summary: 'Former names of the sales territories with the current names',
  response: createListAnswerSchema(
    z.strictObject({
      /** Former name without case and accents. */
      former: z.string(),
      current: z.string(),
    }),
  ),
});

export const exportProspects: CsvExport = {
  path: '/api/prospects/export.csv',
  summary: 'Prospects as CSV',
  query: z.object({}),
};

/**
 * Prospects that have coordinates, for a map, as parallel arrays. This is the smallest format to
 * send.
 */
const prospectPointsSchema = z.strictObject({
  prospectId: z.array(z.int()),
  placeId: z.array(z.string().nullable()),
  name: z.array(z.string()),
  stage: z.array(z.enum(prospectStages)),
  /** Latitude in degrees, rounded to about ten meters. */
  latitude: z.array(z.number()),
  longitude: z.array(z.number()),
  monthlyAmount: z.array(z.number().nullable()),
});
export type ProspectPoints = z.output<typeof prospectPointsSchema>;

export const getProspectPoints = endpoint({
  method: 'GET',
  path: '/api/prospects/points',
  summary: 'Positions and stages of the prospects that match a list’s search and filters',
  query: listTextQuerySchema,
  response: z.strictObject({
    points: prospectPointsSchema,
    /** Number of matching prospects without coordinates. */
    withoutPosition: z.int(),
  }),
});

/** Maximum number of cards per column of the board. */
export const maxBoardCards = 50;

export const boardColumnSchema = z.strictObject({
  stage: z.enum(prospectStages),
  count: z.int(),
  /** Sum of the known numbers of locations. */
  locations: z.int(),
  /** Sum of the entered monthly amounts in dollars. */
  monthlyAmount: z.number(),
  /** Median days in the stage of all its prospects, whatever the filters; `null` below five. */
  medianDays: z.number().nullable(),
  /** First cards, sorted by days in the stage, longest first. */
  cards: z.array(listedProspectSchema),
});
export type BoardColumn = z.output<typeof boardColumnSchema>;

export const getProspectBoard = endpoint({
  method: 'GET',
  path: '/api/prospects/board',
  summary: 'Board of prospects by stage; `list` has the filters and the search of a list',
  query: listTextQuerySchema,
  response: z.strictObject({ columns: z.array(boardColumnSchema) }),
});
