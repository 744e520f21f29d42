import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SettingsAnswer } from '#shared/core/settings/app-settings.ts';
import {
  type ProspectScoreSettings,
  salesSettingsSchema,
} from '#shared/prospects/sales-settings.ts';
import { sumProspectScoreWeights } from '#shared/prospects/score.ts';
import { SettingsForm } from '#web/ui/settings/SettingsForm.tsx';
import { ScoreBackTestSection } from './ScoreBackTestSection.tsx';
import { ScorePreview } from './ScorePreview.tsx';

const weightLabels: readonly [keyof ProspectScoreSettings['weights'], string][] = [
  ['type', 'Dental or medical type'],
  ['size', 'Number of locations'],
  ['ehr', 'EHR that customers use'],
  ['booking', 'No online booking yet'],
  ['contact', 'Missing phone or website'],
  ['hours', 'No evening or weekend hours'],
  ['reviews', 'Reviews'],
  ['growth', 'Growing reviews'],
  ['reach', 'Near a Healthy customer'],
  ['lowRating', 'Deduction for a low rating'],
];
const limitLabels: readonly [keyof ProspectScoreSettings['limits'], string][] = [
  ['lowRating', 'Low rating: below'],
  ['nearMiles', 'Near: within miles'],
  ['mostLocations', 'Largest number of locations'],
];

/** Form for the points and limits of the prospect score. */
export function ScoreSettingsForm({ answer }: { answer: SettingsAnswer }) {
  const [edited, setEdited] = useState<ProspectScoreSettings>();
  const prospectScore = edited ?? salesSettingsSchema.parse(answer.settings).prospectScore;
  const { weights, limits } = prospectScore;
  const sum = sumProspectScoreWeights(weights);
  return (
    <Stack gap="lg">
      <SettingsForm answer={answer} change={{ prospectScore }} onSaved={() => setEdited(undefined)}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {weightLabels.map(([key, label]) => (
            <NumberInput
              key={key}
              label={label}
              suffix=" points"
              allowDecimal={false}
              min={0}
              max={100}
              value={weights[key]}
              onChange={(value) =>
                typeof value === 'number' &&
                setEdited({ limits, weights: { ...weights, [key]: value } })
              }
            />
          ))}
          {limitLabels.map(([key, label]) => (
            <NumberInput
              key={key}
              label={label}
              min={0}
              decimalScale={1}
              value={limits[key]}
              onChange={(value) =>
                typeof value === 'number' &&
                setEdited({ weights, limits: { ...limits, [key]: value } })
              }
            />
          ))}
        </SimpleGrid>
        <Text size="sm" role="status" c={sum === 100 ? 'dimmed' : 'var(--tier-critical)'}>
          {sum} of 100 points without the deduction
          {sum === 100 ? '.' : '. The points must add up to 100.'}
        </Text>
        <ScorePreview settings={prospectScore} isDisabled={edited === undefined || sum !== 100} />
      </SettingsForm>
      <ScoreBackTestSection />
    </Stack>
  );
}
