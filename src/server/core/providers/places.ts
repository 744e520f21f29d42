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

/** A directory of practices that may not be customers yet. */
export interface PlacesProvider {
  /** At most 20, best first. */
  searchText(query: string): Promise<Place[]>;
  /** null when the directory does not know it. */
  place(placeId: string): Promise<Place | null>;
  /** What it says about a customer; every field is null when it knows nothing. */
  bio(institutionId: number): Promise<Bio>;
}
