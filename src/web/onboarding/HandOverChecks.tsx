import { List, Text } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { listHandOverChecks } from '#shared/onboarding/rows.ts';

/** Completed and open checks before customers are handed over. */
export function HandOverChecks({ rows }: { rows: readonly ListedOnboarding[] }) {
  const [only] = rows;
  if (only === undefined) return null;
  if (rows.length > 1) {
    const open = rows.filter((row) => listHandOverChecks(row).some(({ isDone }) => !isDone)).length;
    return (
      <Text size="sm">
        {open === 0
          ? 'All checks are done for all customers.'
          : `Checks are still open for ${countText(open, 'customer')}.`}
      </Text>
    );
  }
  return (
    <List size="sm" listStyleType="none" mt="xs" aria-label="Before handing over">
      {listHandOverChecks(only).map(({ text, isDone }) => (
        <List.Item key={text} c={isDone ? 'var(--tier-healthy)' : 'var(--tier-medium)'}>
          <span aria-hidden>{isDone ? '✓ ' : '■ '}</span>
          {text}
          {!isDone && ' (open)'}
        </List.Item>
      ))}
    </List>
  );
}
