import { Button, Group, Text } from '@mantine/core';
import { counted } from '#shared/core/words.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import { type Audience, mostChosen } from './use-audience.ts';

/** The customers it goes to: the filters of the list, a saved view, or chosen rows. */
export function AudiencePart({ audience: { source, list, chosen, choose, chooseAll } }: { audience: Audience }) {
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
      <CustomerList
        list={list}
        source={source}
        label="Customers it goes to"
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
