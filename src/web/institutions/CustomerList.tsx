import { paths } from '#shared/core/pages/paths.ts';
import { List, type ListProperties } from '#web/ui/list/List.tsx';
import { useInstitutionModal } from './institution-modal.ts';

type Properties<Row> = Omit<ListProperties<Row>, 'noun' | 'rowId' | 'onOpen' | 'overviewOf'>;

/**
 * List with one row for each customer. A row opens the customer's dialog, which can move through
 * the matching customers.
 */
export function CustomerList<Row extends { institutionId: number }>(properties: Properties<Row>) {
  const openInstitution = useInstitutionModal();
  return (
    <List
      {...properties}
      noun={{ one: 'customer', many: 'customers' }}
      rowId={({ institutionId }) => institutionId}
      onOpen={({ institutionId }) => openInstitution(institutionId, properties.list.matching)}
      overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
    />
  );
}
