import { SegmentedControl } from '@mantine/core';

interface Properties {
  /** `null` when neither of the two is chosen. */
  scope: string | null;
  onChoose: (scope: string) => void;
}

/** Switch between all customers and the current user's own customers. */
export function OwnCustomersSwitch({ scope, onChoose }: Properties) {
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      aria-label="Scope"
      data-guide="own-scope"
      value={scope === null ? '' : scope === 'mine' ? 'mine' : 'all'}
      data={[
        { value: 'all', label: 'All customers' },
        { value: 'mine', label: 'My customers' },
      ]}
      onChange={onChoose}
    />
  );
}
