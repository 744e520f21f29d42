import { Button, Group, Text } from '@mantine/core';
import { paths } from '#shared/core/pages/paths.ts';
import { counted } from '#shared/core/words.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import { List } from '#web/ui/list/List.tsx';
import { type Audience, mostChosen } from './use-audience.ts';

/** The customers it goes to: the filters of the list, a saved view, or chosen rows. */
export function AudiencePart({ audience: { source, list, chosen, choose, chooseAll } }: { audience: Audience }) {
  const openInstitution = useInstitutionModal();
  const count = list.matching?.length;
  return (
    <div data-guide="campaign-audience">
      <Group gap="sm" mb="xs" role="status">
        <Text size="sm">
          {count === undefined ? 'Counting…' : `Goes to ${counted(count, 'customer')}.`}
          {count !== undefined &&
            count > campaignRules.mostRecipients &&
            ` At most ${counted(campaignRules.mostRecipients, 'customer')}: narrow the list.`}
        </Text>
        {chosen !== undefined && (
          <Button size="compact-sm" variant="default" onClick={chooseAll}>
            Only {counted(chosen, 'chosen customer')}: take all again
          </Button>
        )}
      </Group>
      <List
        list={list}
        source={source}
        label="Customers it goes to"
        noun={{ one: 'customer', many: 'customers' }}
        rowId={({ institutionId }) => institutionId}
        onOpen={({ institutionId }) => openInstitution(institutionId, list.matching)}
        overviewOf={({ institutionId }) => paths.institutionOverview(institutionId)}
        cells={institutionCells}
        bulkActions={(selected, clear) => (
          <Button
            size="compact-sm"
            disabled={selected.length > mostChosen}
            onClick={() => {
              choose(selected.map(({ institutionId }) => institutionId));
              clear();
            }}
          >
            {selected.length > mostChosen ? `At most ${mostChosen} can be chosen one by one` : 'Only these customers'}
          </Button>
        )}
        offset={520}
      />
    </div>
  );
}
