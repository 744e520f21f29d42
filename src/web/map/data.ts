import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getMapPlaces } from '#shared/map/places.ts';
import { endpointQuery } from '#web/core/api.ts';

/** Cities and ZIP codes that begin with the text. */
export const mapPlacesQuery = (q: string) =>
  queryOptions({ ...endpointQuery(getMapPlaces, { query: { q } }), placeholderData: keepPreviousData });
