import { Button } from '@mantine/core';
import type { Issue } from '#shared/data-quality/issues.ts';

/** Ids of two customers to compare. */
export interface CustomerIdPair {
  one: number;
  other: number;
}

/** Button that compares the customers of two selected issues. */
export function CompareCustomersButton({
  issues,
  onCompare,
}: {
  issues: readonly Issue[];
  onCompare: (pair: CustomerIdPair) => void;
}) {
  const [one, other, ...more] = new Set(
    issues.flatMap(({ institutionId, otherId }) =>
      otherId === null ? [institutionId] : [institutionId, otherId],
    ),
  );
  if (one === undefined || other === undefined || more.length > 0) return null;
  return (
    <Button size="xs" variant="default" onClick={() => onCompare({ one, other })}>
      Compare both customers
    </Button>
  );
}
