"""One frozen view for each page: what its template gets, and no more."""
