import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import {
  type Feedback,
  type getConversation,
  maxChosenQuestionTextLength,
  type StoredTurn,
} from '#shared/assistant/conversations.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { truncateText } from '#shared/core/words.ts';
import { call } from '#web/core/api.ts';

export interface Question {
  /** Question as typed. */
  question: string;
  /** Text shown as the user's entry: the question, or the choice that led to the plan. */
  prompt: string;
  /** Plan that the user chose; `null` for a typed question. */
  plan: SentPlan | null;
  /** `false` for a question such as an example, which does not continue the last answer. */
  mayFollowUp: boolean;
  /** Plan that a follow-up changes instead of the plan of the last answer. */
  last?: SentPlan;
}

/** Question with the id under which it is stored. A retry has the same id. */
interface SentQuestion extends Question {
  turnId: string;
}

/** Question to ask. Without an id, it is a new question. */
export type QuestionToAsk = Question & { turnId?: string };

/** Question with its outcome. */
export interface Turn extends SentQuestion {
  outcome: Outcome;
  /** Time of the outcome in ISO 8601. */
  answeredAt: string;
  feedback: Feedback | null;
}

/** Question of a reopened conversation whose answer is not yet computed again. */
export interface ReopenedTurn extends SentQuestion {
  outcome: null;
  reading: string | null;
  feedback: Feedback | null;
}

type AnyTurn = Turn | ReopenedTurn;

interface ConversationState {
  conversationId: string;
  turns: readonly AnyTurn[];
  /** Number of stored turns before the first one. */
  earlierTurns: number;
}

export interface Conversation extends ConversationState {
  /** Question without an outcome yet. */
  pending: Question | undefined;
  /** Last question, when it failed. */
  failed: { question: QuestionToAsk; error: Error } | undefined;
  /** Asks a question, and stops a pending one. */
  ask: (question: QuestionToAsk, onAnswer?: (outcome: Outcome) => void) => void;
  /** Stops the pending question, which leaves no turn. */
  stop: () => void;
  /** Starts a new conversation. The current one stays in the history. */
  startNew: () => void;
  /** Shows a conversation of the history. */
  reopen: (stored: ResponseOf<typeof getConversation>) => void;
  /** Shows the answer of a reopened question. */
  showAnswer: (turnId: string, outcome: Outcome, answeredAt: string) => void;
  /** Shows a changed rating of a turn. */
  showRating: (turnId: string, feedback: Feedback | null) => void;
}

/** Returns the plan of the last answer, which a follow-up changes. */
function lastPlan(turns: ConversationState['turns']): SentPlan | null {
  const plans = turns.map(({ outcome, plan }) =>
    outcome === null ? plan : 'plan' in outcome ? outcome.plan : null,
  );
  return plans.findLast((plan) => plan !== null) ?? null;
}

const newConversation = (): ConversationState => ({
  conversationId: crypto.randomUUID(),
  turns: [],
  earlierTurns: 0,
});

/** Returns the turn of a stored question. A refusal is shown as it was. */
function toTurn(stored: StoredTurn): AnyTurn {
  const { turnId, question, plan, reading, reason, unknownWords, askedAt, feedback } = stored;
  const sent = { turnId, question, prompt: stored.prompt ?? question, plan, mayFollowUp: false };
  return stored.kind === 'refuse'
    ? {
        ...sent,
        outcome: { kind: 'refuse', reason: reason ?? '', unknownWords, near: [] },
        answeredAt: askedAt,
        feedback,
      }
    : { ...sent, outcome: null, reading, feedback };
}

const conversationKey = ['assistant', 'conversation'];

/**
 * Holds the conversation. Its turns are in the query cache, so they remain while the user visits
 * other pages. After a reload, they are in the history.
 */
export function useConversation(): Conversation {
  const client = useQueryClient();
  const { data: state } = useQuery<ConversationState>({
    queryKey: conversationKey,
    enabled: false,
    initialData: newConversation,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const current = () => client.getQueryData<ConversationState>(conversationKey) ?? state;
  const set = (next: ConversationState) => client.setQueryData(conversationKey, next);
  const controller = useRef<AbortController>(undefined);
  const request = useMutation({
    // Without a connection, a question fails at once and can be retried, instead of waiting silently.
    networkMode: 'always',
    mutationFn: ({ question, plan, prompt, turnId, mayFollowUp, last }: SentQuestion) => {
      controller.current = new AbortController();
      const { conversationId, turns } = current();
      return call(postQuestion, {
        body: {
          question,
          plan,
          last: mayFollowUp ? (last ?? lastPlan(turns)) : null,
          conversationId,
          turnId,
          ...(plan === null ? {} : { prompt: truncateText(prompt, maxChosenQuestionTextLength) }),
        },
        signal: controller.current.signal,
      });
    },
    onSuccess: (outcome, question) => {
      const before = current();
      const answeredAt = new Date().toISOString();
      set({
        ...before,
        turns: [...before.turns, { ...question, outcome, answeredAt, feedback: null }],
      });
    },
  });
  function stop() {
    controller.current?.abort();
    request.reset();
  }
  function replace(next: ConversationState) {
    stop();
    set(next);
  }
  function changeTurn(turnId: string, change: (turn: AnyTurn) => AnyTurn) {
    const before = current();
    set({
      ...before,
      turns: before.turns.map((turn) => (turn.turnId === turnId ? change(turn) : turn)),
    });
  }
  const { variables: question, error } = request;
  return {
    ...state,
    pending: request.isPending ? question : undefined,
    failed: error !== null && question !== undefined ? { question, error } : undefined,
    ask: (next, onAnswer) => {
      controller.current?.abort();
      request.mutate(
        { ...next, turnId: next.turnId ?? crypto.randomUUID() },
        { onSuccess: (outcome) => onAnswer?.(outcome) },
      );
    },
    stop,
    startNew: () => replace(newConversation()),
    reopen: ({ conversationId, turns, earlierTurns }) =>
      replace({ conversationId, earlierTurns, turns: turns.map(toTurn) }),
    showAnswer: (turnId, outcome, answeredAt) =>
      changeTurn(turnId, (turn) => ({ ...turn, outcome, answeredAt })),
    showRating: (turnId, feedback) => changeTurn(turnId, (turn) => ({ ...turn, feedback })),
  };
}
