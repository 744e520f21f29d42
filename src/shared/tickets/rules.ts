import { ticketRules } from './constants.ts';

const dayMilliseconds = 86_400_000;

/**
 * Returns `true` when the ticket's stage is open. For a stage without a state, returns `true` when
 * the ticket has no closing time.
 */
export const isOpenTicket = (
  stageState: 'OPEN' | 'CLOSED' | null,
  closedAt: Date | string | null,
): boolean => (stageState === null ? closedAt === null : stageState === 'OPEN');

/** Values of a ticket's turn: who has to act next. */
export const ticketTurns = ['us', 'customer'] as const;
export type TicketTurn = (typeof ticketTurns)[number];

export const ticketTurnNames: Record<TicketTurn, string> = {
  us: 'Our turn',
  customer: 'Customer’s turn',
};

/** Returns `true` for a stage name that says that the team has to act: 'New', 'Waiting on us'. */
const stageWaitsForUs = (stage: string): boolean =>
  /^new$/i.test(stage.trim()) ||
  /\b(wait|pend|await)\w*\s+(on|for|from)?\s*(us|our|support|agent)\b/i.test(stage);

/**
 * Returns who has to act next on a ticket; `null` for a closed ticket. It is the team's turn when
 * the stage says so, or when the customer wrote the last message.
 */
export function findTicketTurn({
  isOpen,
  stage,
  isUnanswered,
}: {
  isOpen: boolean;
  stage: string;
  isUnanswered: boolean;
}): TicketTurn | null {
  if (!isOpen) return null;
  return isUnanswered || stageWaitsForUs(stage) ? 'us' : 'customer';
}

/** Returns `true` for high and urgent priority, which count as complaints. */
export const isComplaintPriority = (priority: string): boolean =>
  priority === 'HIGH' || priority === 'URGENT';

interface TicketConversation {
  isOpen: boolean;
  priority: string;
  /** Time of our last message in the ticket; `null` when we have sent none. */
  lastOut: Date | null;
  /**
   * Time of the customer's last message in any of its tickets; `null` when the customer has sent
   * none.
   */
  lastIn: Date | null;
}

/**
 * Returns `true` when a complaint is open and the customer has not written for 14 days after our
 * last message.
 */
export function isSilentAfterComplaint(
  { isOpen, priority, lastOut, lastIn }: TicketConversation,
  now: Date,
): boolean {
  if (!isOpen || !isComplaintPriority(priority) || lastOut === null) return false;
  if (lastIn !== null && lastIn > lastOut) return false;
  return now.getTime() - lastOut.getTime() >= ticketRules.days * dayMilliseconds;
}

/** Returns the percent change of usage, or `null` when the usage before is too low to compare. */
export const computeUsageChangePercent = (before: number, after: number): number | null =>
  before < ticketRules.leastUses ? null : ((after - before) / before) * 100;

/** Returns `true` when usage dropped by at least the threshold; `percent` is the usage change. */
export const hasUsageFallen = (percent: number | null): boolean =>
  percent !== null && percent <= -ticketRules.useFall;
