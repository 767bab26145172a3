"""Rows of storcli that lack the columns of their table are not passed over in silence."""

from __future__ import annotations

import json

from tests.parsers.output import findings, shown


def document(**data: object) -> str:
    """Return what `storcli /c0 show J` prints."""
    status = {"CLI Version": "007.1513", "Controller": 0, "Status": "Success"}
    return json.dumps({"Controllers": [{"Command Status": status, "Response Data": data}]})


DRIVE = {"EID:Slt": "16:0", "DID": 22, "State": "Onln", "Size": "1.745 TB", "Intf": "SATA"}


def test_a_row_in_json_without_the_columns_of_its_list_is_said_to_be_unread() -> None:
    raw = document(
        **{
            "VD LIST": [{"DG/VD": "0/0", "Name": "vm"}],
            "PD LIST": [DRIVE, {"EID:Slt": "16:1", "State": "Onln"}],
            "TOPOLOGY": [{"DG": 0, "Arr": "-", "EID:Slt": "-", "Type": "RAID10"}],
        }
    )
    assert findings(raw) == (
        "run.txt:1: warning[missing-field]: a row for a drive has no Intf: it is not read\n"
        "run.txt:1: warning[missing-field]: a row for an array has no TYPE, Cache: it is not read\n"
    )
    assert shown(raw, only="slot") == "  fact drive.slot = 16:0  (line 1)\n"


def test_a_row_in_text_with_other_columns_is_said_to_be_unread() -> None:
    assert findings(
        """\
        CLI Version = 007.1513.0000.0000 Apr 01, 2021
        Controller = 0

        PD LIST :
        =======

        -------------------------------------------------------------------------
        EID:Slt DID State DG     Size Intf Med SED PI SeSz Model         Sp Type
        -------------------------------------------------------------------------
        16:0     22 Onln   0 1.745 TB SATA SSD N   N  512B MZ7LH1T9HMLT  U  -
        16:1     23 Onln   0 somewhat SATA SSD N   N  512B MZ7LH1T9HMLT  U  -
        -------------------------------------------------------------------------
        """
    ) == (
        "run.txt:11: warning[missing-field]: a row for a drive has other columns than known:"
        " it is not read\n"
    )
