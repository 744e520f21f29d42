import { Anchor, Button, Group, Text } from '@mantine/core';
import { dealText } from '#shared/prospects/deals.ts';
import type { ProspectProfile } from '#shared/prospects/profile.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useRemoveDeal } from './data.ts';

/** Explains what the state of the deal means for the prospect; `undefined` without a deal. */
function explain({ prospect, dealProblem }: ProspectProfile): string | undefined {
  switch (prospect.deal?.state) {
    case 'waiting':
      return 'HubSpot can’t be reached. The deal is created as soon as HubSpot is back.';
    case 'refused':
      return `${dealProblem} Create it again with other values.`;
    case 'open':
      return 'The stage changes in HubSpot.';
    case 'won':
      return 'Convert the prospect to a customer to start its onboarding.';
    case 'lost':
      return 'Move the prospect to Lost to record the reason.';
    case undefined:
      return undefined;
  }
}

/** Deal of a prospect in HubSpot with its stage. Renders nothing without a deal. */
export function DealStatus({ profile }: { profile: ProspectProfile }) {
  const { prospect, conversion, dealAddress } = profile;
  const remove = useRemoveDeal(prospect);
  const { deal } = prospect;
  if (deal === null) return null;
  return (
    <>
      <Group gap="sm" data-guide="prospect-deal">
        <Text size="sm">
          <Text span inherit fw={600}>
            {dealText(deal)}
          </Text>
          {deal.pipeline !== null && ` in ${deal.pipeline}`}
          {conversion === null && `. ${explain(profile)}`}
        </Text>
        {dealAddress !== null && (
          <Anchor href={dealAddress} target="_blank" rel="noreferrer" size="sm" underline="always">
            Open in HubSpot
          </Anchor>
        )}
        <Button
          size="xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate(deal.dealKey)}
        >
          Remove link to the deal
        </Button>
      </Group>
      <SendError error={remove.error} />
    </>
  );
}
