import { SegmentedControl } from '@mantine/core';

interface Properties {
  scope: string;
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
      value={scope === 'mine' ? 'mine' : 'all'}
      data={[
        { value: 'all', label: 'All customers' },
        { value: 'mine', label: 'My customers' },
      ]}
      onChange={onChoose}
    />
  );
}
