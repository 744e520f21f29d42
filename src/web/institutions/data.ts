import { queryOptions } from '@tanstack/react-query';
import type { Practice } from '#shared/institutions.ts';
import { getPractices } from '#shared/institutions.ts';
import { cacheTimes, call } from '#web/api.ts';

async function fetchPractices(signal: AbortSignal): Promise<Practice[]> {
  try {
    return (await call(getPractices, { signal })).practices;
  } catch (cause) {
    throw new Error('Failed to fetch customer practices', { cause });
  }
}

/** Every practice of every customer. */
export const practicesQuery = queryOptions({
  queryKey: [getPractices.path],
  queryFn: ({ signal }) => fetchPractices(signal),
  staleTime: cacheTimes.lists,
  // Tens of thousands of rows: comparing them one by one with the last answer would stop the page.
  structuralSharing: false,
});
