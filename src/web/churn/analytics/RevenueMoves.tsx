import { useQuery } from '@tanstack/react-query';
import { revenueMoveColumns } from '#shared/churn/contracts/columns.ts';
import type { RevenuePeriod } from '#shared/churn/contracts/contracts.ts';
import { periodName } from '#shared/churn/contracts/rules.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListState } from '#shared/list/state.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { revenueMovesQuery } from './data.ts';

const initial: Partial<ListState> = { sort: [{ column: 'change', descending: false }] };

/** The customers who pay more or less at the end of a period than at its start. */
export function RevenueMoves({ period }: { period: RevenuePeriod }) {
  const moves = useQuery(revenueMovesQuery(period));
  const openInstitution = useInstitutionModal();
  const list = useList({ name: 'revenue-moves', columns: revenueMoveColumns, rows: moves.data?.rows, initial });
  return (
    <div id="customers" data-guide="revenue-customers">
      <List
        list={list}
        source={moves}
        label={`Customers whose revenue moved in ${periodName(period)}`}
        noun={{ one: 'customer', many: 'customers' }}
        rowId={(row) => row.institutionId}
        onOpen={(row) => openInstitution(row.institutionId, list.matching)}
        overviewOf={(row) => paths.institutionOverview(row.institutionId)}
        whenEmpty="Every customer still pays what it paid at the start."
      />
    </div>
  );
}
