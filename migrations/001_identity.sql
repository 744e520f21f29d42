create table app_user (
  user_id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  picture text,
  role text not null check (role in ('member', 'admin')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  unique (issuer, subject)
);

-- Only the SHA-256 of the cookie is stored, so a copy of this table opens no session.
create table user_session (
  session_hash text primary key,
  user_id uuid not null references app_user,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz
);
create index user_session_user on user_session (user_id);

create table sign_in_attempt (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz not null
);

create table auth_event (
  auth_event_id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  user_id uuid,
  kind text not null,
  detail jsonb not null default '{}'
);

create table api_key (
  api_key_id uuid primary key default gen_random_uuid(),
  key_hash text not null unique,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create table audit_log (
  audit_id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  actor text not null,
  action text not null,
  object_type text not null,
  object_id text not null,
  detail jsonb not null default '{}'
);
