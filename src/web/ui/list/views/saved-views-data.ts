import { getSavedViews } from '#shared/list/saved-views.ts';
import { endpointQuery } from '#web/core/api.ts';

export const savedViewsQuery = (list: string) => endpointQuery(getSavedViews, { query: { list } });
