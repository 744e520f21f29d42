import { queryOptions } from '@tanstack/react-query';
import { getGuideFigures } from '#shared/guides.ts';
import { call } from '#web/api.ts';

export const guideFiguresQuery = queryOptions({
  queryKey: [getGuideFigures.path],
  queryFn: ({ signal }) => call(getGuideFigures, { signal }),
});
