import { Button, Group, Text } from '@mantine/core';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { institutionCells } from '#web/portfolio/institution-list.tsx';
import { type CampaignAudienceSelection, maxSelectedCustomers } from './use-audience.ts';

/** Audience of the campaign: a filtered customer list or selected customers. */
export function AudienceFields({
  audience: { source, list, chosen, choose, chooseAll },
}: {
  audience: CampaignAudienceSelection;
}) {
  const count = list.matching?.length;
  return (
    <div data-guide="campaign-audience">
      <Group gap="sm" mb="xs" role="status">
        <Text size="sm">
          {count === undefined ? 'Counting…' : `Audience: ${countText(count, 'customer')}.`}
          {count !== undefined &&
            count > campaignLimits.mostRecipients &&
            ` A campaign can have at most ${numberText(campaignLimits.mostRecipients)} customers. Add filters.`}
        </Text>
        {chosen !== undefined && (
          <Button size="compact-sm" variant="default" onClick={chooseAll}>
            Clear selection of {countText(chosen, 'customer')}
          </Button>
        )}
      </Group>
      <CustomerList
        list={list}
        source={source}
        label="Campaign audience"
        cells={institutionCells}
        bulkActions={(selected, clear) => (
          <Button
            size="compact-sm"
            disabled={selected.length > maxSelectedCustomers}
            onClick={() => {
              choose(selected.map(({ institutionId }) => institutionId));
              clear();
            }}
          >
            {selected.length > maxSelectedCustomers
              ? `Select at most ${maxSelectedCustomers}`
              : 'Use only selected'}
          </Button>
        )}
        offset={520}
      />
    </div>
  );
}
