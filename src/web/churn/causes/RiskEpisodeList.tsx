import { riskEpisodeColumns } from '#shared/churn/causes/columns.ts';
import type { RiskEpisode } from '#shared/churn/causes/episodes.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListState } from '#shared/list/state.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { List, type RowsQueryState } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';

const initial: Partial<ListState> = { sort: [{ column: 'beganOn', descending: true }] };

export function RiskEpisodeList({
  episodes,
}: {
  episodes: RowsQueryState & { data?: { rows: readonly RiskEpisode[] } | undefined };
}) {
  const openInstitution = useInstitutionModal();
  const list = useList({
    name: 'risk-episodes',
    columns: riskEpisodeColumns,
    rows: episodes.data?.rows,
    initial,
  });
  return (
    <div id="customers" data-guide="saves-list">
      <List
        list={list}
        source={episodes}
        label="Risk episodes"
        noun={{ one: 'episode', many: 'episodes' }}
        rowId={(row) => `${row.institutionId} ${row.beganOn}`}
        onOpen={(row) => openInstitution(row.institutionId, list.matching)}
        overviewOf={(row) => paths.institutionOverview(row.institutionId)}
        whenEmpty="No customers have been at risk."
      />
    </div>
  );
}
