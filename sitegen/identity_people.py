"""Patterns of the names of hosts and people, by the output that holds them."""

from __future__ import annotations

from sitegen.identity_rules import NAME, VALUE, rule

_NAMED = r"[\"']?[ \t]*[:=]+[ \t]*[\"'\\]*([A-Za-z0-9_][\w.-]*)"
_ARCHITECTURE = r"(?:#\d|x86_64|amd64|i[3-6]86|i86pc|aarch64|arm|ppc|s390|riscv|sparc|GNU/Linux)"
_LIST = rf"{NAME}(?:, ?{NAME})*"
_CLOCK = r"(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\S+)"
_MARKUP = r"(?:pre|code|p|td|th|tr|b|i|tt|div|span|br|li)"

_SHELLS = (
    # Prompts: user@host:~$ and [user@host dir]#; titles of windows.
    rule("@", rf"^[ \t]*\[?({NAME})@({NAME})[: ][^\n$#%>]{{0,80}}[$#%>](?=\s|$)", names=True),
    rule(":~|:/", rf"^[ \t]*(?!https?:|file:)({NAME}):[~/][^\s$#]*[$#](?=\s|$)", names=True),
    rule("]0;", rf"\]0;({NAME})@({NAME})", names=True),
    rule("@", r"(?<![\w.+-])([\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,})\b"),
    rule("@", rf"\b(?:ssh|scp|rsync|sftp)\b[^\n]*?\b({NAME})@({NAME})", names=True),
    rule("password for ", rf"\bpassword for ({NAME})", names=True),
    rule("last login", r"\bLast login: .* from ([\w.:-]+)"),
    rule("uid=", rf"\buid=\d+\(({NAME})\)", names=True),
    rule("user=|logname=", rf"\b(?:SUDO_USER|USER|LOGNAME)=({NAME})", names=True),
    rule("slurm_", r"\bSLURM_\w*(?:NODE|USER|HOST)\w*=[\"']?([A-Za-z][^\s\"']*)"),
    # Owners of files in ls -l.
    rule(
        "rw-r|rwxr|rw----|rwx---|rwxrw",
        rf"^[ \t]*[-dlbcps](?:[r-][w-][xsStT-]){{3}}[.+@]? +\d+ ({NAME}) +{NAME} +\d",
        names=True,
    ),
    # Homes, and media that a user has mounted.
    rule("/home/|/users/", rf"(?:/home|/Users|/export/home)/({NAME})", names=True),
    rule(
        ":\\users\\|:\\\\users\\\\", r"(?i)\b[a-z]:\\{1,2}Users\\{1,2}([^\\\s\"'<>|]+)", names=True
    ),
    rule("/media/", rf"(?:/run)?/media/({NAME})/[^/\s\"']"),
)

_SYSTEMS = (
    # The second word of uname -a; the host in brackets in the first line of iostat and sar; IOR.
    rule(
        "linux|bsd|darwin|sunos|dragonfly",
        rf"\b(?:Linux|(?:Free|Net|Open)BSD|DragonFly|Darwin|SunOS) (?!version\b)({NAME})"
        rf" \d+\.\d+\S* .*{_ARCHITECTURE}",
        names=True,
    ),
    rule("linux", rf"\bLinux \d\S* \(({NAME})\)\s+\d", names=True),
    rule("machine", rf"^[ \t]*Machine *: Linux ({NAME})\s*$", names=True),
    rule("system: ", rf"^\s*System: ({NAME}): (?:GNU/Linux|Linux|Darwin|\w*BSD|SunOS)", names=True),
    rule(
        "hostname|host name|node name|nodename|computer name|logon server",
        r"(?i)(?<![a-z])(?:(?:static |kernel\.|kern\.)?host[ _]?name|node[ _]?name|computer name"
        rf"|logon server){_NAMED}",
        names=True,
    ),
    rule("hostname ", rf"(?i)\bhostname (?:set )?to <({NAME})>", names=True),
    rule(
        "$ hostname|# hostname",
        rf"[$#] hostname(?: -\w)?\s*\n[ \t]*({NAME})\s*$",
        names=True,
        reach=80,
    ),
    rule("host", rf"(?i)(?<![\w-])(?:http_|remote_|local_|db_)?host{_NAMED}", names=True),
    rule("domain", rf"(?i)(?<![a-z])(?:kernel\.)?domain[ _]?name{_NAMED}"),
    rule("domain:", r"^[ \t]*Domain:\s+(?!WORKGROUP\b)(\S+)"),
    rule("registered o", rf"(?i)registered (?:owner|organization){VALUE}"),
    rule("run-by", rf"\brun-by{_NAMED}", names=True),
    rule("<user>", r"<User>([^<>]+)</User>", names=True),
    rule('"user', rf"\"user(?:_?name)?\"\s*:\s*\"({NAME})\"", names=True),
    rule("kernel:|]:", rf"^[ \t]*{_CLOCK} ({NAME}) (?:kernel|[\w@./-]+\[\d+\]):", names=True),
    # The root of the tree of lshw: text, JSON, XML.
    rule(
        "\n    description: |\r\n    description: |\n        description: ",
        rf"^[ \t]{{0,8}}({NAME})\r?\n[ \t]+description: ",
        names=True,
        reach=40,
    ),
    rule('"id"', r"\"id\"\s*:\s*\"([^\"]+)\",\s*\"class\"\s*:\s*\"system\"", names=True, reach=60),
    rule("<node", r"<node id=\"([^\"]+)\"[^<>]*\bclass=\"system\"", names=True),
    # mdadm --detail: `Name : host:0  (local to host host)`; --scan: name=host:0.
    rule("name :", r"^\s*Name : ([\w.-]+):\S+(?:[ \t]+\(local to host ([\w.-]+)\))?", names=True),
    rule("local to host", rf"\(local to host ({NAME})\)", names=True),
    rule("array ", rf"^\s*ARRAY .*\bname=({NAME}):\S", names=True),
)

_NETWORKS = (
    rule("connecti", rf"\b[Cc]onnect(?:ing to(?: host)?|ion from) ({NAME}),", names=True),
    rule(" port ", r"\blocal (\S+) port \d+ connected (?:to|with) (\S+) port", names=True),
    rule("af_inet", rf"\bfrom (\S+) \(.*?\) port \d+ AF_INET6? to ({NAME}) \(", names=True),
    rule("ping ", rf"^[ \t]*PING ({NAME}) \(", names=True),
    rule("bytes from ", rf"\bbytes from ({NAME})[ :]", names=True),
    # The server of a network file system, in mount, findmnt and df.
    rule(":/", rf"^[ \t]*({NAME}):/\S*[ \t]+(?:on[ \t]+/|\d|/)", names=True),
    rule(
        ":/",
        rf"(?<!\S)({NAME}):/(?!/)\S*[ \t]+(?:nfs4?|fuse|ceph|glusterfs|9p|afs)\b",
        names=True,
    ),
    rule("@", rf"^[ \t]*({NAME})@({NAME}):/\S*[ \t]+on[ \t]+/", names=True),
    rule("//", rf"(?<![^\s\"'=])//({NAME})/[^\s/]", names=True),
    rule("\\\\", rf"(?<![\\\w:])\\\\({NAME})\\[\w$]", names=True),
    rule("domain=", rf"[,;\s]domain=({NAME})"),
    rule("user", r"[,;?&\s\"']user(?:name)?=([A-Za-z][\w.\\-]*)", names=True),
    # Clusters: ceph, vdbench, fio's clients.
    rule("quorum ", r"\bquorum (?:[\d,]+ )?(?=\S*\w\w)([A-Za-z][\w.,-]*)"),
    rule("(active", rf"\b({NAME})\(active"),
    rule("standbys: ", rf"\bstandbys: ({_LIST})"),
    rule("mons at {", r"\bmons at \{([^{}\n]*)"),
    rule("hd=", rf"\bhd=[^\n]*?\bsystem=({NAME})", names=True),
    rule("hd=", rf"\bhd=[^\n]*?\buser=({NAME})", names=True),
    rule("starting slave", rf"\bStarting slave: \S+ ({NAME}) -l ({NAME})", names=True),
    rule("slavejvm", rf"\bSlaveJvm .*?-n ({NAME}?)-\d+-\d", names=True),
    rule(
        ": (g=|> fio-|> starting|> jobs",
        rf"^[ \t]*<(?!{_MARKUP}>)({NAME})> (?:\S+: \(g|fio-\d|Starting |Jobs: )",
        names=True,
    ),
)

_DATABASES = (
    rule("server at ", r"\bserver at \"([^\"/]+)\""),
    rule('for user "|role "', rf"\b(?:for user|role) \"({NAME})\"", names=True),
    rule("pghost", rf"\bpghost: ({NAME}) pgport", names=True),
    rule("diset ", rf"\bdiset \w+ \w*(?:user|host|server) ({NAME})", names=True),
    rule(
        "changed ",
        rf"\bChanged \w+:\w*(?:user|host|server) from ({NAME}) to ({NAME})",
        names=True,
    ),
    # What is told to a command: psql -h host -U user, iperf -c host, netperf -H host.
    rule(
        " -h|--host",
        r"\b(?:psql|pg\w+|createdb|dropdb|vacuumdb|mysql\w*|redis-\w+)\b[^\n]*?"
        rf" (?:-h ?|--host[= ])({NAME})",
        names=True,
    ),
    rule(
        " -u",
        r"\b(?:psql|pg\w+|createdb|dropdb|vacuumdb|sqlcmd|osql|isql|bcp|ipmitool)\b[^\n]*?"
        rf" -U ?({NAME})",
        names=True,
    ),
    rule("mysql", rf"\bmysql\w*\b[^\n]*? -u ?({NAME})", names=True),
    rule("sqlcmd|osql|bcp", rf"\b(?:sqlcmd|osql|bcp)\b[^\n]*? -S ?({NAME})", names=True),
    rule(" -c ", rf"\biperf3?\b[^\n]*? -c ?({NAME})", names=True),
    rule(" -h ", rf"\b(?:netperf|ipmitool)\b[^\n]*? -H ?({NAME})", names=True),
    rule(
        "-host|-user|--client",
        rf"--(?:[\w-]+-)?(?:hosts?|user|client|server)[= ]({NAME})",
        names=True,
    ),
    rule("--hosts", rf"--hosts[= ]({_LIST})"),
)

_PAPERS = (
    rule("from:|to:|cc:|sender:", r"^[ \t]*(?:From|To|Cc|Reply-To|Sender): \"?([^\"<>@\n]+?)\"? <"),
)

PEOPLE_AND_HOSTS = (*_SHELLS, *_SYSTEMS, *_NETWORKS, *_DATABASES, *_PAPERS)
"""What identifies a host or a person."""
