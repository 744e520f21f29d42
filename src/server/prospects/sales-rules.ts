import type { Queries } from '#server/core/db/database.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import {
  type SalesSettings,
  salesSettingsSchema,
  type Territory,
} from '#shared/prospects/sales-settings.ts';
import {
  createTerritorySearch,
  currentTerritoryNames,
  type TerritoryAddress,
} from '#shared/prospects/territories.ts';
import {
  findFormerTerritoryNames,
  findScoreVersion,
  findUserNames,
} from './sales-rules-queries.ts';

/** Sales settings in force, prepared for the rows of prospects. */
export interface SalesRules extends SalesSettings {
  /** Version of the settings that last changed the prospect score; 0 for the defaults. */
  scoreVersion: number;
  findTerritory: (address: TerritoryAddress) => Territory | null;
  /** Names of the territories' owners by user id. */
  ownerNames: ReadonlyMap<string, string>;
  /** Current names of territories by their folded former names. */
  territoryNames: ReadonlyMap<string, string>;
}

export async function readSalesRules(queries: Queries): Promise<SalesRules> {
  const settings = await readNewestSettings(queries, salesSettingsSchema);
  const { salesTerritories } = settings;
  const ownerIds = salesTerritories.flatMap(({ ownerId }) => ownerId ?? []);
  return {
    ...settings,
    scoreVersion: await findScoreVersion(queries),
    findTerritory: createTerritorySearch(salesTerritories),
    ownerNames: await findUserNames(queries, ownerIds),
    territoryNames: currentTerritoryNames(
      salesTerritories,
      await findFormerTerritoryNames(queries),
    ),
  };
}
