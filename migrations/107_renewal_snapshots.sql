-- Weekly picture of the renewals. Append-only; the forecast of today is compared with it.
create table renewal_snapshot (
  institution_id bigint not null references institution,
  deal_id bigint not null,
  taken_on date not null,
  due_on date,
  amount_cents bigint,
  expected_cents bigint,
  forecast text not null,
  stage text not null,
  primary key (institution_id, deal_id, taken_on)
);
create index renewal_snapshot_taken_on on renewal_snapshot (taken_on);
