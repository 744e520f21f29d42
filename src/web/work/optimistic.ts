import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '#shared/core/person.ts';
import type { TaskChanges } from '#shared/work/tasks.ts';

/** Changes of work that pages show before the server's answer. Rooms add their own kinds. */
export interface WorkChanges {
  snooze: { institutionIds: readonly number[]; until: string; reason: string };
  assign: { institutionIds: readonly number[]; assignee: Person | null };
  outcome: { institutionIds: readonly number[] };
  task: { taskId: string; changes: TaskChanges };
}

export type WorkChange = {
  [Kind in keyof WorkChanges]: { kind: Kind } & WorkChanges[Kind];
}[keyof WorkChanges];

/** Returns a query's data with a change; the same object when the data does not show it. */
type ShowWork = (data: unknown, change: WorkChange) => unknown;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * `true` for a query that shows work of many institutions, such as a person's day.
       * `refreshWork` refetches it.
       */
      dependsOnWork?: boolean;
      /** Shows a change of work in the query's data before the server's answer. */
      showWork?: ShowWork;
    };
  }
}

/** Returns the `showWork` of a query whose data has the type `Data`. */
export const showingWork = <Data>(show: (data: Data, change: WorkChange) => Data): ShowWork =>
  // The meta-data of a query cannot have the type of its data.
  show as ShowWork;

/**
 * Applies changes to the data of each cached query with `showWork`. Returns a function that rolls
 * them back.
 */
export function showWorkAtOnce(client: QueryClient, changes: readonly WorkChange[]): () => void {
  const shown = client.getQueryCache().findAll({
    predicate: ({ meta, state }) => meta?.showWork !== undefined && state.data !== undefined,
  });
  const before = shown.flatMap(({ queryKey, meta, state: { data } }) => {
    const after = changes.reduce((value, change) => meta?.showWork?.(value, change), data);
    if (after === data) return [];
    // A response that is on its way has the data from before the change.
    void client.cancelQueries({ queryKey, exact: true });
    client.setQueryData(queryKey, after);
    // Structural sharing stores a copy of `after`.
    return [{ queryKey, data, after: client.getQueryData(queryKey) }];
  });
  return () => {
    for (const { queryKey, data, after } of before)
      if (client.getQueryData(queryKey) === after) client.setQueryData(queryKey, data);
  };
}
