import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  buildCustomerIndex,
  buildProspectIndex,
  type SearchIndex,
} from '#shared/search/search-index.ts';
import { practicesQuery } from '#web/institutions/data.ts';
import { prospectsQuery } from '#web/prospects/data.ts';

/**
 * Duration of a slice of work in milliseconds, short enough to leave time for rendering a frame.
 */
const sliceTime = 4;

async function runInSlices<Result>(build: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceTime;
    do {
      const step = build.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Memoizes `build` by its rows, so that each list is indexed once. */
function memoized<Rows extends object, Index>(
  build: (rows: Rows) => Generator<void, Index>,
): (rows: Rows) => Promise<Index> {
  const builds = new WeakMap<Rows, Promise<Index>>();
  return (rows) => {
    const running = builds.get(rows) ?? runInSlices(build(rows));
    builds.set(rows, running);
    return running;
  };
}

const customerIndexOf = memoized(buildCustomerIndex);
const prospectIndexOf = memoized(buildProspectIndex);

/** Returns the index of the rows, or the previous index while a newer one is being built. */
function useIndex<Rows extends object, Index>(
  rows: Rows | undefined,
  indexOf: (rows: Rows) => Promise<Index>,
): Index | undefined {
  const [index, setIndex] = useState<Index>();
  useEffect(() => {
    if (!rows) return;
    let isCurrent = true;
    void indexOf(rows).then((built) => {
      if (isCurrent) setIndex(built);
    });
    return () => {
      isCurrent = false;
    };
  }, [rows, indexOf]);
  return index;
}

const noPractices: [] = [];
const noProspects: [] = [];

/**
 * Returns the index once both lists are loaded. A list that failed counts as empty and is reported
 * in `failed`.
 */
export function useSearchIndex(): {
  index: SearchIndex | undefined;
  failed: UseQueryResult<unknown>[];
} {
  const practices = useQuery(practicesQuery);
  const prospects = useQuery(prospectsQuery);
  const customerIndex = useIndex(
    practices.data ?? (practices.error ? noPractices : undefined),
    customerIndexOf,
  );
  const prospectIndex = useIndex(
    prospects.data ?? (prospects.error ? noProspects : undefined),
    prospectIndexOf,
  );
  const index = useMemo(
    () =>
      customerIndex && prospectIndex
        ? { customers: customerIndex, prospects: prospectIndex }
        : undefined,
    [customerIndex, prospectIndex],
  );
  return { index, failed: [practices, prospects].filter(({ error }) => error !== null) };
}
