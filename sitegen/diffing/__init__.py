"""What a change does to what is published: two sites of a lab, held against each other.

`sides` makes the two, `moved` finds what is the same under another name, `measured` compares
values, `written` the sentences that quote them, `published` pages and addresses; `comparison`
brings all of it together. `sitegen.diffing.views` prints it.
"""
