import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import type { ProspectPoints } from '#shared/prospects/list.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';

/** Prospect with coordinates. */
export interface MappedProspect {
  prospectId: number;
  name: string;
  /** Path of the prospect’s page. */
  path: string;
  stage: ProspectStage;
  /** Expected monthly amount in dollars; `null` until a user enters one. */
  monthlyAmount: number | null;
  latitude: number;
  longitude: number;
}

/** Converts the parallel arrays of a response to prospects. */
export const toMappedProspects = (points: ProspectPoints): MappedProspect[] =>
  points.prospectId.flatMap((prospectId, at) => {
    const [name, stage] = [points.name[at], points.stage[at]];
    const [latitude, longitude] = [points.latitude[at], points.longitude[at]];
    if (name === undefined || stage === undefined) return [];
    if (latitude === undefined || longitude === undefined) return [];
    const placeId = points.placeId[at] ?? null;
    return {
      prospectId,
      name,
      path: paths.prospect(prospectKeyOf({ prospectId, placeId })),
      stage,
      monthlyAmount: points.monthlyAmount[at] ?? null,
      latitude,
      longitude,
    };
  });
