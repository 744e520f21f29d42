import type { ProductPageKey } from '#shared/core/pages/product-page-products.ts';
import { communications } from './communications.ts';
import type { ProductContent } from './content.ts';
import { forms } from './forms.ts';
import { payments } from './payments.ts';
import { scheduling } from './scheduling.ts';
import { verification } from './verification.ts';

export const productContents: Record<ProductPageKey, ProductContent> = {
  scheduling,
  forms,
  payments,
  verification,
  communications,
};
