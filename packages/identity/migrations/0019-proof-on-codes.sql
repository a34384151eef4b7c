-- A code says what its citizen proved who they are with, and which classes of proof its program asked for (decision 49). The ID
-- token repeats it. The previous release writes neither; a code without a proof gives an ID token that says nothing about it.
-- fits-from: 0011
alter table authorization_codes add column proof text, add column acr_values text;
