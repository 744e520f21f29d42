import type { Dependencies } from '#server/core/dependencies.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /** Questions about one customer that the assistant answers in sentences. */
    customerQuestions?: readonly QuestionAboutCustomer[];
  }
}

/** Question about one customer that is answered in sentences. */
export interface QuestionAboutCustomer {
  /**
   * Wordings of the question: 'how (is|was) @ [doing]'. '@' stands for the customer, parentheses
   * contain alternatives, and square brackets contain an optional word.
   */
  questions: readonly string[];
  /** Returns the answer for an existing customer. */
  answer: (
    customer: { institutionId: number; institutionName: string },
    dependencies: Pick<Dependencies, 'database' | 'clock' | 'env'>,
  ) => Promise<AnswerAboutCustomer>;
}

export interface AnswerAboutCustomer {
  /** Heading above `lines`, with the customer’s name. */
  reading: string;
  lines: readonly string[];
  /** Figure of the customer in the last official weeks, oldest first. */
  weeks?: {
    label: string;
    unit: '' | '%';
    points: { weekEndDate: string; value: number | null; institutions: null }[];
  };
  /** Metrics of the figures in `lines`. */
  metrics: readonly MetricKey[];
  /** Path of the page with the same figures. */
  page: string;
}
