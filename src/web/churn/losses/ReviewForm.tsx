import { Button, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Loss, maxLossTextLengths } from '#shared/churn/losses/losses.ts';
import {
  type FeaturesBeforeNotice,
  type LossReview,
  minimumSignalLeadDays,
  postLossReview,
} from '#shared/churn/losses/review.ts';
import { type ChurnFeatureKey, churnFeatures } from '#shared/churn/patterns/features.ts';
import {
  comparisonOperatorLabels,
  comparisonOperators,
  featureUnit,
  type Signal,
} from '#shared/churn/patterns/signals.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { call } from '#web/core/api.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { lossesQuery } from './data.ts';
import { SignalBackTestResult } from './SignalBackTestResult.tsx';

interface Properties {
  loss: Loss;
  retro: LossReview | null;
  known: FeaturesBeforeNotice | null;
  onClose: () => void;
}

const questions = [
  { key: 'didWell', label: 'What we did well' },
  { key: 'signalsSeen', label: 'Signals we saw' },
  { key: 'changes', label: 'What we will change' },
  { key: 'learning', label: 'What the product should learn' },
] as const;

/**
 * Form with the review questions and the missed signal. The signal is tested on past customers
 * while the user edits it.
 */
export function ReviewForm({
  loss: { institutionId: id, lossId, institutionName, retroDueOn },
  retro,
  known,
  onClose,
}: Properties) {
  const client = useQueryClient();
  const [texts, setTexts] = useState({
    didWell: retro?.didWell ?? '',
    signalsSeen: retro?.signalsSeen ?? '',
    changes: retro?.changes ?? '',
    learning: retro?.learning ?? '',
  });
  const [missed, setMissed] = useState<{ [Part in keyof Signal]?: Signal[Part] | undefined }>(
    retro?.missed ?? { comparison: 'at_most' },
  );
  const { feature, comparison, value } = missed;
  const signal =
    feature === undefined || comparison === undefined || value === undefined
      ? undefined
      : { feature, comparison, value };
  const keep = useMutation({
    mutationFn: (chosen: Signal) =>
      call(postLossReview, {
        params: { id, lossId },
        body: { ...texts, missed: chosen, version: retro?.version ?? 0 },
      }),
    onSuccess: async () => {
      notifications.show({ title: `Saved the review of ${institutionName}`, message: null });
      onClose();
      await client.invalidateQueries({ queryKey: lossesQuery.queryKey });
    },
  });
  return (
    <Stack
      gap="sm"
      component="form"
      onSubmit={createSubmitHandler(
        () => signal !== undefined && !keep.isPending && keep.mutate(signal),
      )}
    >
      <Text size="sm" c="dimmed">
        {retro === null
          ? `Due on ${dayInWords(retroDueOn)}.`
          : `${retro.by.name} reviewed it last.`}{' '}
        The missed signal becomes a candidate pattern and is tested on past customers.
      </Text>
      {questions.slice(0, 2).map(({ key, label }) => (
        <Question
          key={key}
          label={label}
          value={texts[key]}
          onChange={(text) => setTexts({ ...texts, [key]: text })}
        />
      ))}
      <Group gap="xs" align="flex-end">
        <Select
          label="Signal we missed"
          required
          searchable
          style={{ flex: '1 1 220px' }}
          data={churnFeatures.map(({ key, name }) => ({ value: key, label: name }))}
          value={feature ?? null}
          onChange={(key) =>
            setMissed({ ...missed, feature: featureOf(key), value: valueIn(known, featureOf(key)) })
          }
        />
        <Select
          label="Is"
          w={110}
          allowDeselect={false}
          data={comparisonOperators.map((each) => ({
            value: each,
            label: comparisonOperatorLabels[each],
          }))}
          value={comparison ?? null}
          onChange={(key) =>
            setMissed({ ...missed, comparison: comparisonOperators.find((each) => each === key) })
          }
        />
        <NumberInput
          label="Value"
          required
          w={130}
          suffix={feature === undefined ? '' : featureUnit(feature)}
          hideControls
          min={-100_000}
          max={100_000}
          decimalScale={4}
          value={value ?? ''}
          onChange={(number) =>
            setMissed({ ...missed, value: typeof number === 'number' ? number : undefined })
          }
        />
      </Group>
      {feature !== undefined && <KnownThen known={known} feature={feature} />}
      {signal !== undefined && <SignalBackTestResult signal={signal} without={id} />}
      {questions.slice(2).map(({ key, label }) => (
        <Question
          key={key}
          label={label}
          value={texts[key]}
          onChange={(text) => setTexts({ ...texts, [key]: text })}
        />
      ))}
      <SendError error={keep.error} />
      <Group justify="flex-end">
        <Button type="submit" size="xs" loading={keep.isPending} disabled={signal === undefined}>
          Save review
        </Button>
      </Group>
    </Stack>
  );
}

const featureOf = (key: string | null) => churnFeatures.find((each) => each.key === key)?.key;

/** Returns the customer's value of a feature, rounded to two decimals. */
function valueIn(
  known: FeaturesBeforeNotice | null,
  feature: ChurnFeatureKey | undefined,
): number | undefined {
  const value = known?.values.find((each) => each.feature === feature)?.value;
  return value === undefined ? undefined : Math.round(value * 100) / 100;
}

/**
 * Shows the value that the chosen signal had at least `minimumSignalLeadDays` days before the notice.
 */
function KnownThen({
  known,
  feature,
}: {
  known: FeaturesBeforeNotice | null;
  feature: ChurnFeatureKey;
}) {
  const value = valueIn(known, feature);
  return (
    <Text size="xs" c="dimmed">
      {known === null || value === undefined
        ? `The value for this customer ${minimumSignalLeadDays} days before the notice is unknown.`
        : `On ${dayInWords(known.on)}, at least ${minimumSignalLeadDays} days before the notice, the value was ${numberText(value)}${featureUnit(feature)}.`}
    </Text>
  );
}

function Question({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <Textarea
      label={label}
      value={value}
      maxLength={maxLossTextLengths.retro}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
