import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Outcome, postQuestion } from '#shared/assistant/assistant.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
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
}

/** Question with its outcome. */
export interface Turn extends Question {
  turnId: string;
  outcome: Outcome;
  /** Time of the outcome in ISO 8601. */
  answeredAt: string;
}

export interface Conversation {
  /** Turns in the order in which they were asked. */
  turns: readonly Turn[];
  /** Question without an outcome yet. */
  pending: Question | undefined;
  /** Last question, when it failed. */
  failed: { question: Question; error: Error } | undefined;
  /** Asks a question, and stops a pending one. */
  ask: (question: Question, onAnswer?: (outcome: Outcome) => void) => void;
  /** Stops the pending question, which leaves no turn. */
  stop: () => void;
  /** Removes all turns. */
  clear: () => void;
}

/** Returns the plan of the last answer, which a follow-up changes. */
function lastPlan(turns: readonly Turn[] = []): SentPlan | null {
  const answer = turns.findLast(({ outcome }) => outcome.kind === 'answer')?.outcome;
  return answer?.kind === 'answer' ? answer.plan : null;
}

const turnsKey = ['assistant', 'turns'];

/**
 * Holds the conversation. The turns are in the query cache, so they remain while the user visits
 * other pages, and are gone after a reload.
 */
export function useConversation(): Conversation {
  const client = useQueryClient();
  const { data: turns = [] } = useQuery<readonly Turn[]>({
    queryKey: turnsKey,
    enabled: false,
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const controller = useRef<AbortController>(undefined);
  const request = useMutation({
    mutationFn: ({ question, plan, mayFollowUp }: Question) => {
      controller.current = new AbortController();
      return call(postQuestion, {
        body: {
          question,
          plan,
          last: mayFollowUp ? lastPlan(client.getQueryData<readonly Turn[]>(turnsKey)) : null,
        },
        signal: controller.current.signal,
      });
    },
    onSuccess: (outcome, question) => {
      client.setQueryData<readonly Turn[]>(turnsKey, (before = []) => [
        ...before,
        {
          ...question,
          turnId: crypto.randomUUID(),
          outcome,
          answeredAt: new Date().toISOString(),
        },
      ]);
    },
  });
  const { variables: question, error } = request;
  return {
    turns,
    pending: request.isPending ? question : undefined,
    failed: error !== null && question !== undefined ? { question, error } : undefined,
    ask: (next, onAnswer) => {
      controller.current?.abort();
      request.mutate(next, { onSuccess: (outcome) => onAnswer?.(outcome) });
    },
    stop: () => {
      controller.current?.abort();
      request.reset();
    },
    clear: () => {
      controller.current?.abort();
      request.reset();
      client.setQueryData<readonly Turn[]>(turnsKey, []);
    },
  };
}
