-- An answer can also be in words: the definition of a figure, or facts about one customer.
alter table assistant_turn
  drop constraint assistant_turn_kind_check,
  add constraint assistant_turn_kind_check check (kind in ('answer', 'explain', 'ask', 'refuse'));
