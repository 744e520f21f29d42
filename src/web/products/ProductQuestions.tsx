import { Accordion } from '@mantine/core';
import type { QuestionAndAnswer } from './content/content.ts';
import { ProductSection } from './ProductSection.tsx';

export function ProductQuestions({ questions }: { questions: readonly QuestionAndAnswer[] }) {
  return (
    <ProductSection guide="product-questions" title="Questions and answers">
      <Accordion multiple variant="separated" order={3}>
        {questions.map(({ question, answer }) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>{question}</Accordion.Control>
            <Accordion.Panel>{answer}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </ProductSection>
  );
}
