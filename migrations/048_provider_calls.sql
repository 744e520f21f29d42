-- When each provider that this product asks last answered, and when it last failed, as any process saw it.
create table provider_call (
  provider text primary key check (provider in ('identity', 'crm', 'places')),
  answered_at timestamptz,
  -- Of that answer.
  milliseconds double precision check (milliseconds >= 0),
  failed_at timestamptz,
  error text,
  check ((answered_at is null) = (milliseconds is null)),
  check ((failed_at is null) = (error is null))
);
