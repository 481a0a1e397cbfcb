-- The lettered and numbered items that reach into a chunk, so that a quote is cited by the smallest of them.
-- Locks: chunk, for as long as adding an empty column takes. Kind: expand.

-- [{number, charStart, charEnd}], in the order of the text; null where there are none. A chunk stored before this file is
-- cited by its section until its document is read again.
alter table chunk add column items jsonb;
