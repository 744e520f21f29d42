import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { productPageKeys } from '#shared/core/pages/product-page-products.ts';
import { productContents } from './content/all.ts';
import { OtherProductLinks } from './OtherProductLinks.tsx';
import { ProductAbilities, ProductSteps } from './ProductAbilities.tsx';
import { ProductHero } from './ProductHero.tsx';
import { ProductProofSection } from './ProductProofSection.tsx';
import { ProductQuestions } from './ProductQuestions.tsx';
import { ProductTalkTrack } from './ProductTalkTrack.tsx';
import { ProductUserEhrList } from './ProductUserEhrList.tsx';
import classes from './product.module.css';
import { productProofQuery } from './product-proof-data.ts';

/** Product page: purpose, usage, and proof from customers' figures. */
export function ProductPage() {
  const { pathname } = useLocation();
  const page = productPageKeys.find((key) => matchPath(paths.product(key), pathname));
  if (page === undefined) throw new Error(`${pathname} is not a product page`);
  const content = productContents[page];
  const proof = useQuery(productProofQuery(page));
  return (
    <Container component="main" size="lg" py="xl" key={page} className={classes.page}>
      <ProductHero content={content} />
      <ProductAbilities abilities={content.abilities} />
      <ProductSteps steps={content.steps} />
      <ProductProofSection proof={proof} />
      <ProductUserEhrList proof={proof} />
      <ProductQuestions questions={content.questions} />
      <ProductTalkTrack talkTrack={content.talkTrack} />
      <OtherProductLinks page={page} />
    </Container>
  );
}
