import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import {
  type ProductKey,
  productKeys,
  products,
  topLevelProductKeys,
} from '#shared/core/products.ts';

interface Properties {
  value: readonly ProductKey[];
  /** `true` when at least one product is needed. */
  isRequired: boolean;
  error: string | undefined;
  onChange: (products: ProductKey[]) => void;
}

/**
 * Checkboxes of the products sold. A sub-product also checks its product, and without its product a
 * sub-product is unchecked.
 */
export function ProductChecks({ value, isRequired, error, onChange }: Properties) {
  const change = (key: ProductKey, isSold: boolean) => {
    const { parent } = products[key];
    const sold = new Set(value);
    if (isSold) {
      sold.add(key);
      if (parent !== undefined) sold.add(parent);
    } else {
      sold.delete(key);
      for (const sub of productKeys) if (products[sub].parent === key) sold.delete(sub);
    }
    onChange(productKeys.filter((each) => sold.has(each)));
  };
  const check = (key: ProductKey) => (
    <Checkbox
      key={key}
      value={key}
      label={products[key].name}
      ml={products[key].parent === undefined ? 0 : 'md'}
      onChange={(event) => change(key, event.currentTarget.checked)}
    />
  );
  return (
    <Checkbox.Group label="Products sold" required={isRequired} value={[...value]} error={error}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6} my="xs">
        {topLevelProductKeys.map((key) => (
          <Stack key={key} gap={6}>
            {check(key)}
            {productKeys.filter((sub) => products[sub].parent === key).map(check)}
          </Stack>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
