import { ticketRules } from '#shared/metrics/constants.ts';

const dayMilliseconds = 86_400_000;

/** The state of a ticket, by its stage's state; where the CRM says nothing, by whether it has a day on which it was closed. */
export const isOpenTicket = (stageState: 'OPEN' | 'CLOSED' | null, closedAt: Date | string | null): boolean =>
  stageState === null ? closedAt === null : stageState === 'OPEN';

/** Tickets of these priorities count as complaints. */
export const isComplaint = (priority: string): boolean => priority === 'HIGH' || priority === 'URGENT';

interface Talk {
  isOpen: boolean;
  priority: string;
  /** Our last word, and the customer's last in any of its tickets; null where there is none. */
  lastOut: Date | null;
  lastIn: Date | null;
}

/** Whether the customer has fallen silent after a complaint: it is open, our word was the last, and nothing came for 14 days. */
export function isSilentAfterComplaint({ isOpen, priority, lastOut, lastIn }: Talk, now: Date): boolean {
  if (!isOpen || !isComplaint(priority) || lastOut === null) return false;
  if (lastIn !== null && lastIn > lastOut) return false;
  return now.getTime() - lastOut.getTime() >= ticketRules.days * dayMilliseconds;
}

/** Change of use in percent; null where there was too little before to tell. */
export const changeInUse = (before: number, after: number): number | null =>
  before < ticketRules.leastUses ? null : ((after - before) / before) * 100;

/** Whether use has fallen as far as counts; `percent` is a change of use. */
export const hasUseFallen = (percent: number | null): boolean => percent !== null && percent <= -ticketRules.useFall;
