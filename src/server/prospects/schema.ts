import type { ColumnType, Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema extends ProspectTables {}
}

interface ProspectTables {
  place: PlaceTable;
  place_link: PlaceLinkTable;
  prospect: ProspectTable;
}

interface PlaceTable {
  place_id: string;
  name: string;
  business_type: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  website: string | null;
  rating: number | null;
  total_ratings: number;
  opening_hours: ColumnType<string[] | null, string | null, string | null>;
  bio: string | null;
}

interface PlaceLinkTable {
  institution_id: number;
  place_id: string;
}

interface ProspectTable {
  prospect_id: Generated<number>;
  place_id: string | null;
  name: string;
  address: string;
  business_type: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  rating: number | null;
  total_ratings: number | null;
  source: string;
  /** Id in the source system; `null` for a prospect found in the places directory. */
  external_id: Generated<string | null>;
  /**
   * Natural key that this prospect should have under the current rules but cannot get, because
   * another prospect of the same source already has it; `null` without such a conflict.
   */
  shared_key: Generated<string | null>;
  created_at: Date;
}
