import { getPractices } from '#shared/institutions.ts';
import { cachedList } from '../cached-list.ts';
import type { Queries } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { allPractices, practiceListVersion } from './queries.ts';

export const practiceListCache = (queries: Queries, clock: Clock) =>
  cachedList(
    clock,
    () => practiceListVersion(queries),
    async () => getPractices.response.parse({ practices: await allPractices(queries) }),
  );
