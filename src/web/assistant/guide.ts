import {
  answerLimits,
  maxQuestionLength,
  maxQuestionsPerMinute,
  minimumShareRows,
} from '#shared/assistant/assistant.ts';
import { historyLimits } from '#shared/assistant/conversations.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { createGuideFactory } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import {
  createGracePeriodSection,
  createRefreshTimesSection,
  createScoreCalculationSection,
  createTierSection,
} from '#web/ui/guide/scoring.ts';

export const createAssistantGuide = createGuideFactory({
  metrics: ['customers', 'averageScore', 'healthTier', 'atRisk'],
  controls: [
    {
      id: 'assistant-question',
      label: 'Your question',
      does: `Ask in plain words, in up to ${maxQuestionLength} characters: count, sum, average, rank, compare or group the rows of a list. “My” means the rows that you own. You can also ask how a customer is doing, what would raise its score, which products it has, or what a figure means.`,
    },
    {
      id: 'assistant-examples',
      label: 'Examples',
      does: 'Click a question to ask it. You can change it and ask again.',
    },
    {
      id: 'assistant-catalog',
      label: 'What can I ask?',
      does: 'The lists, columns, values and words that you can use in questions. It contains only lists that you can open.',
    },
    {
      id: 'assistant-history',
      label: 'History',
      does: `Your last ${historyLimits.conversations} conversations. Click one to reopen it, or delete it. After reopening, answers with lists and figures are computed again. For other answers, click “Ask again”.`,
    },
    {
      id: 'assistant-filters',
      label: 'Filters',
      does: 'The filters of the answer. Click a filter to change it, or the X beside it to remove it. “Add filter” adds one. Each change asks again.',
    },
    {
      id: 'assistant-pin',
      label: 'Pin to a board',
      does: 'Adds the answer to one of your boards, where it always shows the current figures.',
    },
    {
      id: 'assistant-actions',
      label: 'Actions',
      does: `Add notes or tasks, start a playbook or create a ticket campaign for all customers in the answer, at most ${maxBulkItems}. For customers at risk and churn predictions, you can also assign, snooze and record an outcome. Answers about action items, onboarding, playbook runs, SLA clocks and churn predictions also have the actions of their own page.`,
    },
    {
      id: 'assistant-follow-ups',
      label: 'Follow-up questions',
      does: 'Questions that change this answer: other groups, fewer rows or another figure. You can also type one: “only Texas” and “what about Texas” replace a value, “and Texas” adds one.',
    },
    {
      id: 'assistant-about',
      label: 'About',
      does: 'The list or customer that you came from. Your next question is about it. Click it to remove it.',
    },
    {
      id: 'assistant-suggestion',
      label: 'Did you mean this?',
      does: 'Possible meanings of your refused question after a language model has rewritten it. Click one to get its answer.',
    },
    {
      id: 'assistant-sources',
      label: 'How the answer was counted',
      does: 'What one row stands for, the defaults that apply, and the definition of each figure.',
    },
    {
      id: 'assistant-feedback',
      label: 'Rating',
      does: 'Rate the answer, with a reason if you like. Administrators see badly rated questions with your reasons, but not your name.',
    },
  ],
  keys: [
    { keys: ['Enter'], does: 'Ask the question' },
    { keys: ['Shift Enter'], does: 'Start a new line' },
    ...globalKeys,
  ],
  howItWorks: (facts) => [
    {
      title: 'What it answers',
      blocks: [
        'The assistant translates a question into filters, groups and one figure of a list. Rows are counted by the same code as on the list’s page, so the link below the answer opens exactly the rows that were counted.',
        'Above each answer, you see how your question was understood. When it has more than one meaning, you choose one, and each choice shows its result.',
        `An answer shows at most ${answerLimits.rows} rows and ${answerLimits.groups} groups. The list and the CSV file have all rows; for groups, the CSV file has all groups with their figures. A percentage is shown only for ${minimumShareRows} rows or more.`,
      ],
    },
    {
      title: 'What it refuses',
      blocks: [
        {
          list: [
            'A question with a word that it doesn’t know. The word is underlined, and similar known words are suggested.',
            'The past of a column that is known only for today, such as last month’s health tier. You can ask about dates, such as go-lives and due dates, in any period.',
          ],
        },
        'When the assistant isn’t sure, it asks you. No data leaves Chairside unless your administrators set up a language model.',
      ],
    },
    {
      title: 'With a language model',
      blocks: [
        'Your administrators can set up a language model, which rewrites refused questions. “Did you mean this?” shows how the rewritten question is understood. The rewritten question runs only when you click it. The model never answers a question.',
        'The model receives your question and the names of lists and columns, but no rows and no figures. Names of customers and users are replaced by placeholders. A question isn’t sent when it still has an unknown capitalized word after the first word, or an unknown word that is part of only a few customers’ names.',
      ],
    },
    {
      title: 'What is stored',
      blocks: [
        'Your questions, how they were understood, and your ratings. Answers and rows aren’t stored: when you reopen a conversation, answers with lists and figures are computed again. For other answers, click “Ask again”.',
        'Only you can open your conversations. Administrators see questions that couldn’t be answered, and bad ratings with their reasons, but not your name. They can add synonyms for unknown words, which then work for all users.',
        `You can ask ${maxQuestionsPerMinute} questions a minute.`,
      ],
    },
    {
      title: 'What one row stands for',
      blocks: [
        'Each list has one kind of row, such as a customer, a ticket or a renewal. The last line of an answer says which. A question about customers or practices counts customers, not their locations.',
      ],
    },
    createRefreshTimesSection(facts),
  ],
  scoring: (facts) => [
    createScoreCalculationSection(facts),
    createTierSection(facts),
    createGracePeriodSection(facts),
  ],
});
