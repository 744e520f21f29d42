import type { Clock } from '#server/core/clock/clock.ts';
import type { Queries } from '#server/core/db/database.ts';
import {
  type GuardPlacesCall,
  type PlacesBudget,
  PlacesCallNotAllowed,
  PlacesUnavailable,
} from '#server/core/providers/places.ts';
import { makeRecordedCall, type ProviderCallRecorder } from '#server/core/providers/watch/watch.ts';
import { dayIn } from '#shared/core/dates.ts';
import { countText, numberText } from '#shared/core/words.ts';
import type { ExternalPlacesProviderName } from '../schema.ts';
import {
  countPlacesCall,
  findPlacesCalls,
  findPlacesPause,
  savePlacesPause,
} from './usage-queries.ts';

interface GuardSettings {
  name: ExternalPlacesProviderName;
  title: string;
  queries: Queries;
  clock: Clock;
  timeZone: string;
  /** Maximum number of calls per business day. */
  dailyBudget: number;
  /** Recorder of the outcomes; `null` for calls that are not recorded. */
  recorder: ProviderCallRecorder | null;
}

/** Returns the guard of the calls to a directory, and the reader of today's budget. */
export function createCallGuard({
  name,
  title,
  queries,
  clock,
  timeZone,
  dailyBudget,
  recorder,
}: GuardSettings): { guard: GuardPlacesCall; budget: () => Promise<PlacesBudget> } {
  const today = () => dayIn(timeZone, clock());

  async function checkAllowed(): Promise<void> {
    const pausedUntil = await findPlacesPause(queries, name);
    const milliseconds = (pausedUntil?.getTime() ?? 0) - clock().getTime();
    if (milliseconds > 0)
      throw new PlacesCallNotAllowed(
        `${title} allows no more requests for now. Try again in ${countText(Math.ceil(milliseconds / 1000), 'second')}.`,
      );
    if (!(await countPlacesCall(queries, name, today(), dailyBudget)))
      throw new PlacesCallNotAllowed(
        `Today’s ${numberText(dailyBudget)} requests to ${title} are used up. Try again tomorrow.`,
      );
  }

  return {
    async guard(call) {
      await checkAllowed();
      try {
        return await (recorder === null
          ? call()
          : makeRecordedCall(recorder, call, (error) => error instanceof PlacesUnavailable));
      } catch (error) {
        if (error instanceof PlacesUnavailable && error.pauseMilliseconds !== null)
          await savePlacesPause(
            queries,
            name,
            new Date(clock().getTime() + error.pauseMilliseconds),
          );
        throw error;
      }
    },
    async budget() {
      const used = await findPlacesCalls(queries, name, today());
      return { limit: dailyBudget, left: Math.max(0, dailyBudget - used) };
    },
  };
}
