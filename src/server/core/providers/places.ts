import type { Bio } from '#shared/core/provider-answers.ts';

export interface Place {
  placeId: string;
  name: string;
  address: string;
  city: string | null;
  state: string | null;
  businessType: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  rating: number | null;
  totalRatings: number | null;
}

/** Directory of practices that may not be customers yet. */
export interface PlacesProvider {
  /** Returns at most 20 places, best match first. */
  searchText(query: string): Promise<Place[]>;
  /** Returns a place; `null` when the directory does not know it. */
  place(placeId: string): Promise<Place | null>;
  /** Returns the directory's facts about an institution. A field without a value is `null`. */
  bio(institutionId: number): Promise<Bio>;
}
