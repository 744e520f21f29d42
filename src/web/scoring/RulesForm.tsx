import '@mantine/core/styles/Fieldset.css';
import {
  Alert,
  Button,
  Fieldset,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { products, topLevelProductKeys } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import {
  findRulesProblems,
  postRulesTrial,
  type RulesVersion,
  rulesTrialWeeks,
  scoringRuleLimits,
} from '#shared/scoring/rules.ts';
import { call } from '#web/core/api.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { createSubmitHandler, useIdempotencyId } from '#web/ui/sending/sending.ts';
import { rulesTrialQuery } from './data.ts';
import { isSameRules, replaceProductWeight } from './rules-draft.ts';

interface Properties {
  newest: RulesVersion;
  isEditable: boolean;
  onTrialStarted: (trialId: string) => void;
}

/** Form with all scoring rules. Admins can change them and start a trial. */
export function RulesForm({ newest, isEditable, onTrialStarted }: Properties) {
  const [draft, setDraft] = useState<HealthRules>(newest.rules);
  const once = useIdempotencyId();
  const queryClient = useQueryClient();
  const trial = useMutation({
    mutationFn: (rules: HealthRules) =>
      call(postRulesTrial, { body: { trialId: once.idFor(rules), rules } }),
    onSuccess: (trial) => {
      queryClient.setQueryData(rulesTrialQuery(trial.trialId).queryKey, trial);
      onTrialStarted(trial.trialId);
    },
  });
  const problems = new Map(findRulesProblems(draft).map(({ field, problem }) => [field, problem]));
  const isSame = isSameRules(draft, newest.rules);
  const set = (change: Partial<HealthRules>) => setDraft((before) => ({ ...before, ...change }));
  const field = (name: string, value: number, onChange: (value: number) => void, suffix = '') => ({
    value: Number.isNaN(value) ? '' : value,
    onChange: (typed: string | number) => onChange(typeof typed === 'number' ? typed : Number.NaN),
    error: problems.get(name),
    readOnly: !isEditable,
    variant: isEditable ? 'default' : 'unstyled',
    hideControls: true,
    suffix,
  });

  return (
    <form onSubmit={createSubmitHandler(() => trial.mutate(draft))}>
      <Stack gap="md">
        <Group justify="space-between" align="baseline">
          <Title order={2} size="h5">
            Rules, version {newest.version}
          </Title>
          {!isEditable && (
            <Text size="sm" c="dimmed">
              Only admins can change rules.
            </Text>
          )}
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="md">
          <Fieldset legend="Health tiers">
            <Stack gap="sm">
              <NumberInput
                label="Healthy from"
                {...field(
                  'healthyFrom',
                  draft.healthyFrom,
                  (healthyFrom) => set({ healthyFrom }),
                  '%',
                )}
              />
              <NumberInput
                label="Medium from"
                {...field('mediumFrom', draft.mediumFrom, (mediumFrom) => set({ mediumFrom }), '%')}
              />
              <NumberInput
                label="Minimum measurable share"
                description="At least this share of the products that a customer is entitled to must be measured; otherwise its tier is Unknown. Products count by their weights."
                {...field(
                  'minimumCoverage',
                  Math.round(draft.minimumCoverage * 1000) / 10,
                  (percent) => set({ minimumCoverage: percent / 100 }),
                  '%',
                )}
              />
            </Stack>
          </Fieldset>
          <Fieldset legend="Size tiers, by number of locations">
            <Stack gap="sm">
              {(['Medium', 'Large', 'Enterprise'] as const).map((size) => (
                <NumberInput
                  key={size}
                  label={`${size} from`}
                  {...field(`sizeTierFrom.${size}`, draft.sizeTierFrom[size], (from) =>
                    set({ sizeTierFrom: { ...draft.sizeTierFrom, [size]: from } }),
                  )}
                />
              ))}
            </Stack>
          </Fieldset>
          <Fieldset legend="Trend and risk">
            <Stack gap="sm">
              <NumberInput
                label="Flat within"
                description="Smaller score changes count as flat"
                {...field('flatBand', draft.flatBand, (flatBand) => set({ flatBand }), '%')}
              />
              <NumberInput
                label="Weeks of decline until at risk"
                {...field(
                  'decliningWeeksAtRisk',
                  draft.decliningWeeksAtRisk,
                  (decliningWeeksAtRisk) => set({ decliningWeeksAtRisk }),
                )}
              />
              <NumberInput
                label="Grace after go-live"
                {...field('graceDays', draft.graceDays, (graceDays) => set({ graceDays }), ' days')}
              />
              <NumberInput
                label="Minimum peer group"
                description="Number of customers needed for a benchmark"
                {...field('minimumPeers', draft.minimumPeers, (minimumPeers) =>
                  set({ minimumPeers }),
                )}
              />
            </Stack>
          </Fieldset>
        </SimpleGrid>
        <Fieldset legend="Weight of each product in the score">
          <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} spacing="sm">
            {topLevelProductKeys.map((product) => (
              <NumberInput
                key={product}
                label={products[product].name}
                decimalScale={2}
                {...field(`weights.${product}`, draft.weights[product] ?? 1, (weight) =>
                  set({ weights: replaceProductWeight(draft.weights, product, weight) }),
                )}
              />
            ))}
          </SimpleGrid>
          <Text size="xs" c="dimmed" mt="xs">
            From {scoringRuleLimits.weight.from} to {scoringRuleLimits.weight.to}; the default is 1.
          </Text>
        </Fieldset>
        {trial.error !== null && (
          <Alert color="red" variant="light" title="Couldn’t start the trial">
            {errorText(trial.error)}
          </Alert>
        )}
        {isEditable && (
          <Group gap="sm">
            <Button type="submit" disabled={isSame || problems.size > 0} loading={trial.isPending}>
              Test on the last {rulesTrialWeeks} weeks
            </Button>
            <Button
              variant="subtle"
              color="gray"
              disabled={isSame}
              onClick={() => setDraft(newest.rules)}
            >
              Back to version {newest.version}
            </Button>
            {isSame && (
              <Text size="sm" c="dimmed">
                Change a rule to test it.
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
