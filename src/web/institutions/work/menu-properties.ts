import type { ButtonProps } from '@mantine/core';

export interface RiskMenuProperties extends Pick<ButtonProps, 'size' | 'variant' | 'disabled'> {
  /** One institution, or all that are selected; at most 500. */
  institutionIds: readonly number[];
  /** Gets the institutions that were changed. */
  onDone?: (changed: readonly number[]) => void;
}
