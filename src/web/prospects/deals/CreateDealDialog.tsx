import { Button, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { getDealChoices } from '#shared/prospects/deals.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { dealChoicesQuery, useCreateDeal } from './data.ts';

interface Properties {
  prospect: ListedProspect;
  onClose: () => void;
}

/** Dialog that creates a deal in HubSpot for a prospect. */
export function CreateDealDialog({ prospect, onClose }: Properties) {
  useFocusBack();
  const choices = useQuery(dealChoicesQuery(prospect.prospectId));
  return (
    <Modal
      opened
      onClose={onClose}
      title="Create deal in HubSpot"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {choices.data !== undefined ? (
        <DealForm prospect={prospect} choices={choices.data} onClose={onClose} />
      ) : choices.error !== null ? (
        <ErrorState
          title="Couldn’t load the deal stages"
          error={choices.error}
          onRetry={() => choices.refetch()}
        />
      ) : (
        <LoadingSkeleton label="Loading deal stages">
          <SkeletonBlock height={240} />
        </LoadingSkeleton>
      )}
    </Modal>
  );
}

interface FormProperties extends Properties {
  choices: ResponseOf<typeof getDealChoices>;
}

function DealForm({ prospect, choices: { pipelines, ownerName }, onClose }: FormProperties) {
  // Ids of stages are unique within their pipeline only, so a choice is named by its position.
  const choices = pipelines.flatMap(({ pipelineId, label, stages }) =>
    stages.map((stage) => ({ pipelineId, pipeline: label, ...stage })),
  );
  const [name, setName] = useState(prospect.name);
  const [chosen, setChosen] = useState(choices.length > 0 ? '0' : null);
  const { monthlyAmount, owner } = prospect;
  const [amount, setAmount] = useState<number | string>(
    monthlyAmount === null ? '' : Math.round(monthlyAmount * 12 * 100) / 100,
  );
  const create = useCreateDeal(prospect, onClose);
  const stage = chosen === null ? undefined : choices[Number(chosen)];
  const send = () => {
    if (stage === undefined || create.isPending) return;
    const { pipelineId, stageId } = stage;
    create.mutate({
      name,
      pipelineId,
      stageId,
      amount: typeof amount === 'number' ? amount : null,
    });
  };
  return (
    <form onSubmit={createSubmitHandler(send)}>
      <Stack>
        <TextInput
          label="Deal name"
          required
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Stage"
          required
          allowDeselect={false}
          data={pipelines.map(({ pipelineId, label }) => ({
            group: label,
            items: choices.flatMap((choice, at) =>
              choice.pipelineId === pipelineId ? [{ value: String(at), label: choice.label }] : [],
            ),
          }))}
          value={chosen}
          onChange={setChosen}
        />
        <NumberInput
          label="Amount"
          description={
            monthlyAmount === null
              ? 'Leave empty if it is not known yet.'
              : 'Twelve times the expected monthly amount.'
          }
          min={0}
          max={100_000_000}
          decimalScale={2}
          thousandSeparator=","
          prefix="$"
          value={amount}
          onChange={setAmount}
        />
        <Text size="sm" c="dimmed">
          {ownerText(owner?.name, ownerName)} From then on, the deal moves in HubSpot and the card
          shows its stage there.
        </Text>
        <SendError error={create.error} />
        <DialogButtons onClose={onClose}>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={name.trim() === '' || stage === undefined}
          >
            Create deal
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function ownerText(owner: string | undefined, hubspotOwner: string | null): string {
  if (hubspotOwner !== null) return `${hubspotOwner} will own the deal.`;
  return owner === undefined
    ? 'The deal will have no owner, like the prospect.'
    : `HubSpot has no owner with the email address of ${owner}, so the deal will have no owner.`;
}
