"""How fast sitegen is, beside other generators given the same pages to make."""
