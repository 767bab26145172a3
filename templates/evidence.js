{% import "macros.html" as ui -%}
{% set rows %}
<div hidden>{{ ui.evidence_table(page.evidence) }}</div>
{% endset %}
sitegen.evidence({{ rows|string|tojson }});
