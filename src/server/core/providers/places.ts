import { HttpError } from '#server/core/errors.ts';
import type { Bio } from '#shared/core/provider-answers.ts';
import type { PlacesProviderName } from '#shared/core/provider-names.ts';

export interface Place {
  placeId: string;
  name: string;
  address: string;
  city: string | null;
  state: string | null;
  businessType: string;
  latitude: number | null;
  longitude: number | null;
  /** `true` when the coordinates are those of the center of the ZIP code. */
  isPlacedByZip: boolean;
  phone: string | null;
  /** Average rating, 0–5. */
  rating: number | null;
  totalRatings: number | null;
  /** `true` when another result seems to be the same practice. */
  isPossibleDuplicate: boolean;
}

export interface PlaceDetails extends Place {
  website: string | null;
  /** Opening hours, one line for each day. */
  openingHours: string[] | null;
  /** Number of locations of the practice, if the directory knows more than one; otherwise `null`. */
  locationCount: number | null;
  /** Page of the place in the directory; `null` without one. */
  url: string | null;
}

export interface PlaceSearchResult {
  places: Place[];
  /** Message for the user about the search, such as its limits; otherwise `null`. */
  notice: string | null;
}

/** Calls to a directory on the current business day. */
export interface PlacesBudget {
  limit: number;
  left: number;
}

/** Directory of practices that may not be customers yet. */
export interface PlacesProvider {
  readonly name: PlacesProviderName;
  /** Name of the directory in texts. */
  readonly title: string;
  /** Host of an external directory; `null` for the built-in one. */
  readonly host: string | null;
  /**
   * `true` when facts of places may be stored. Otherwise only the place id may be stored, and all
   * other facts may only be shown.
   */
  readonly isStorable: boolean;
  /** `true` when places may be shown on a map of another provider. */
  readonly isMappable: boolean;
  /** Text that must be shown with the facts; `null` without such a duty. */
  readonly attribution: string | null;
  /** Minimum length of a query in characters. */
  readonly minQueryLength: number;
  /**
   * Returns at most 20 places, best match first. Throws `PlacesUnavailable`. When `signal` aborts,
   * throws the signal's reason.
   */
  searchText(query: string, signal: AbortSignal): Promise<PlaceSearchResult>;
  /** Returns a place; `null` when the directory does not know it. Throws `PlacesUnavailable`. */
  place(placeId: string): Promise<PlaceDetails | null>;
  /**
   * Returns the directory's facts about an institution. A field without a value is `null`. Throws
   * `PlacesUnavailable`.
   */
  bio(institutionId: number): Promise<Bio>;
  /** Makes a call that proves that the directory answers. Throws `PlacesUnavailable`. */
  probe(): Promise<unknown>;
  /** Returns the calls that are left today; `null` for a directory without a limit. */
  budget(): Promise<PlacesBudget | null>;
}

/**
 * Thrown when a directory gave no usable answer. The message is shown to users. It contains neither
 * the key nor text that the directory sent. As the answer of a request, it is a 503 error.
 */
export class PlacesUnavailable extends HttpError {
  /** Time in milliseconds during which the directory must not be called; `null` without one. */
  readonly pauseMilliseconds: number | null;

  constructor(message: string, pauseMilliseconds: number | null = null) {
    super(503, message);
    this.pauseMilliseconds = pauseMilliseconds;
  }
}

/** Thrown instead of a call that today's budget or a requested pause does not allow. */
export class PlacesCallNotAllowed extends PlacesUnavailable {}

/**
 * Makes a call to a directory if today's budget allows it, and records the outcome. Throws
 * `PlacesCallNotAllowed` instead of a call that is not allowed.
 */
export type GuardPlacesCall = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
