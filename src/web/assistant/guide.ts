import {
  answerLimits,
  maxQuestionLength,
  maxQuestionsPerMinute,
  minimumShareRows,
} from '#shared/assistant/assistant.ts';
import { historyLimits } from '#shared/assistant/conversations.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { guideFromRegistry } from '#web/ui/guide/from-registry.ts';
import { globalKeys } from '#web/ui/guide/keys.ts';
import {
  graceSection,
  refreshSection,
  scoreCalculationSection,
  tierSection,
} from '#web/ui/guide/scoring.ts';

export const assistantGuide = guideFromRegistry({
  metrics: ['customers', 'averageScore', 'healthTier', 'atRisk'],
  controls: [
    {
      id: 'assistant-question',
      label: 'Your question',
      does: `Ask in plain words, in up to ${maxQuestionLength} characters: count, sum, average, rank, compare or group the rows of a list. “My” means the rows that you own.`,
    },
    {
      id: 'assistant-examples',
      label: 'Examples',
      does: 'Click a question to ask it. You can change it and ask again.',
    },
    {
      id: 'assistant-catalog',
      label: 'What can I ask?',
      does: 'The lists, columns, values and words that questions can use. You see only lists that you may open.',
    },
    {
      id: 'assistant-history',
      label: 'History',
      does: `Your last ${historyLimits.conversations} conversations. Click one to reopen it with current figures, or delete it.`,
    },
    {
      id: 'assistant-filters',
      label: 'Filters',
      does: 'The filters of the answer. Click a filter to ask again without it.',
    },
    {
      id: 'assistant-pin',
      label: 'Pin to a board',
      does: 'Adds the answer to one of your boards, where it always shows the current figures.',
    },
    {
      id: 'assistant-actions',
      label: 'Actions',
      does: `Notes, tasks, playbooks and ticket campaigns for all customers of the answer, at most ${maxBulkItems}; for at-risk customers also owner, snooze and outcome. The line says how many customers these are.`,
    },
    {
      id: 'assistant-follow-ups',
      label: 'Follow-up questions',
      does: 'Questions that change this answer: other groups, fewer rows or another figure. You can also type one, such as “only Texas”.',
    },
    {
      id: 'assistant-about',
      label: 'About',
      does: 'The list or customer that you came from. Your next question is about it. Click it to remove it.',
    },
    {
      id: 'assistant-sources',
      label: 'How the answer was counted',
      does: 'What one row stands for, the defaults that apply, and the definition of each figure.',
    },
    {
      id: 'assistant-feedback',
      label: 'Rating',
      does: 'Rates the answer, with a reason if you like. Administrators see bad ratings without your name.',
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
        'The assistant translates a question into filters, groups and one figure of a list. The same code that counts the list on its page counts the answer, so the link below an answer opens exactly those rows.',
        'Above each answer you read how the question was understood. When a question has several meanings, you choose one, and each choice shows its result.',
        `An answer shows at most ${answerLimits.rows} rows and ${answerLimits.groups} groups. The list and the CSV file have all rows.`,
      ],
    },
    {
      title: 'What it refuses',
      blocks: [
        {
          list: [
            'A question with a word that no list knows. The word is underlined, and similar words are offered.',
            'A question about the past of a column that is known only for today. Dates, such as a go-live or a due date, can be asked for any period.',
            `A percentage of fewer than ${minimumShareRows} rows. You see the counts instead.`,
          ],
        },
        'No language model is involved: nothing is guessed, and no data leaves Chairside.',
      ],
    },
    {
      title: 'What is stored',
      blocks: [
        'Your questions, how they were understood, and your ratings. Answers and rows are not stored: when you reopen a conversation, its answers are counted again.',
        'Only you can open your conversations. Administrators see questions that could not be answered, and bad ratings with their reasons, without your name. They can add words, which all users can then use.',
        `You can ask ${maxQuestionsPerMinute} questions a minute.`,
      ],
    },
    {
      title: 'What one row stands for',
      blocks: [
        'Each list has one kind of row: a customer, a ticket, a renewal. The last line of an answer says which. A question about customers doesn’t count locations.',
      ],
    },
    refreshSection(facts),
  ],
  scoring: (facts) => [scoreCalculationSection(facts), tierSection(facts), graceSection(facts)],
});
