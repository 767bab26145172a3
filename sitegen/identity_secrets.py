"""Patterns of passwords and keys, in commands, in settings and in what tools say of them."""

from __future__ import annotations

from sitegen.identity_rules import NAME, rule

_WORD = (
    r"(?:password|passwd|passphrase|secret|superuserpass|userpass|api_?key|access_?key(?:_?id)?"
    r"|secret_?key|s3_?key(?:id)?|s3_?secret|auth_?token|access_?token)"
)
_GIVEN = r"[\"']?([^\s\"'<>,;&]+)"

SECRETS = (
    rule("pass|secret|key|token", rf"(?i){_WORD}[\"']?[ \t]*[=:][ \t]*{_GIVEN}"),
    rule("pass|secret|key|token", rf"(?i)--[\w-]*{_WORD}[ \t]+{_GIVEN}"),
    rule("pass=|pwd=", rf"(?i)[,;?&](?:pass|pwd)={_GIVEN}"),
    # Addresses with a user: postgresql://user:password@host/database.
    rule("://", rf"://([^\s/:@\"']+):([^\s/@\"']+)@({NAME})"),
    rule("://", rf"://([^\s/:@\"']+)@({NAME})"),
    rule("postgres|mysql|mongodb|redis", rf"\b(?:postgres\w*|mysql|mongodb|redis)://({NAME})[:/]"),
    # `-P` is a password for these programs, progress for pgbench and parallel for iperf.
    rule(
        " -p",
        rf"\b(?:sqlcmd|osql|isql|bcp|ipmitool|plink|pscp)(?:\.exe)?\b[^\n]*? -P ?{_GIVEN}",
    ),
    rule("mysql", rf"\bmysql\w*\b[^\n]*? -p{_GIVEN}"),
    rule("curl|wget", r"\b(?:curl|wget)\b[^\n]*? (?:-u|--user)[ =]?[\"']?([^\s:\"']+):([^\s\"']+)"),
    # HammerDB: `diset tpcc pg_superuserpass X`, `Changed tpcc:pg_pass from X to Y for PostgreSQL`.
    rule("diset ", r"\bdiset \w+ \w*pass\w* (\S+)"),
    rule("changed ", r"\bChanged \w+:\w*pass\w* from (\S+) to (\S+)"),
    rule("bearer |basic ", r"\b(?:Bearer|Authorization: Basic) ([\w.~+/-]{8,}=*)"),
    rule("akia|asia", r"\bA[KS]IA[0-9A-Z]{12,16}\b"),
    rule("gh", r"\bgh[pousr]_\w{20,}"),
    rule(
        "private key-----",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----\n([^-]+)-----END",
        reach=8000,
    ),
)
"""What opens something, and whose it is where both stand together."""
