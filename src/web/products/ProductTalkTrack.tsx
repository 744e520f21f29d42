import { Button, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import type { ProductContent } from './content/content.ts';
import { ProductSection } from './ProductSection.tsx';
import classes from './product.module.css';

/**
 * Talk track for the presenter. It stays closed until the presenter opens it, because the screen
 * may be shared.
 */
export function ProductTalkTrack({ talkTrack }: { talkTrack: ProductContent['talkTrack'] }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <ProductSection
      guide="product-talk-track"
      title="Talk track"
      lead="For staff. The talk track is hidden until you open it, so that it doesn’t appear on a shared screen."
    >
      <div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide talk track' : 'Show talk track'}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Track talkTrack={talkTrack} />}
      </div>
    </ProductSection>
  );
}

function Track({ talkTrack }: { talkTrack: ProductContent['talkTrack'] }) {
  return (
    <div className={classes.talkTrack}>
      <Part title="Opening">
        <Text component="blockquote" className={classes.opening}>
          {talkTrack.opening}
        </Text>
      </Part>
      <Part title="Discovery questions">
        <ul className={classes.discovery}>
          {talkTrack.discovery.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </Part>
      <Part title="Objections and answers">
        <dl className={classes.objections}>
          {talkTrack.objections.map(({ objection, answer }) => (
            <div key={objection}>
              <dt>{objection}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="Next step">
        <Text>{talkTrack.nextStep}</Text>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" c="var(--accent)" mb={6}>
        {title}
      </Title>
      {children}
    </div>
  );
}
