import { queryOptions } from '@tanstack/react-query';
import { getInstitutionList } from '#shared/institution-list.ts';
import { call } from '#web/api.ts';

/** Every customer with the facts of the last official week. */
export const institutionListQuery = queryOptions({
  queryKey: [getInstitutionList.path],
  queryFn: ({ signal }) => call(getInstitutionList, { signal }),
});
