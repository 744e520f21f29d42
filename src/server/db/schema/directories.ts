import type { ColumnType, Generated } from 'kysely';
import type { ProductKey } from '#shared/products.ts';

export interface DirectoryTables {
  crm_owner: CrmOwnerTable;
  crm_deal: CrmDealTable;
  crm_ticket: CrmTicketTable;
  crm_owner_change: CrmOwnerChangeTable;
  place: PlaceTable;
  place_link: PlaceLinkTable;
  prospect: ProspectTable;
  article: ArticleTable;
}

interface CrmOwnerTable {
  owner_id: number;
  name: string;
  email: string;
  archived: Generated<boolean>;
}

interface CrmDealTable {
  institution_id: number;
  deal_id: number;
  name: string;
  pipeline: string;
  stage: string;
  owner_id: number | null;
  amount_cents: number | null;
  closes_on: string | null;
  closed: boolean;
  updated_at: Date;
}

interface CrmTicketTable {
  institution_id: number;
  ticket_id: number;
  subject: string;
  body: string;
  pipeline: string;
  stage: string;
  priority: string;
  owner_id: number | null;
  product: ProductKey | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
}

interface CrmOwnerChangeTable {
  institution_id: number;
  deal_id: number;
  changed_at: Date;
  from_owner_id: number | null;
  to_owner_id: number | null;
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
  created_at: Date;
}

interface ArticleTable {
  article_id: number;
  title: string;
  body: string;
  category: string;
  updated_at: Date;
}
