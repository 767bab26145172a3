"""How tables of any kind are cut into cells, and what cells say; `parsers.table` joins the two."""
