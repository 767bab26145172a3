"""The labels of lscpu in the languages of util-linux 2.38.1 (po/*.po), for the columns of facts."""

# ruff: noqa: RUF001 - Turkish and Ukrainian have letters that look like Latin ones.

from __future__ import annotations

# fmt: off
_TRANSLATIONS = {
    "arch": (
        "Architecture", "Architektura", "Arkitektur", "Architektur", "Arquitectura", "Arhitektura",
        "アーキテクチャ", "Architectuur", "Arquitetura", "Архитектура", "Mimari", "Архітектура",
        "Kiến trúc", "架构", "架構",
    ),
    "cpu.vendor": (
        "Vendor ID", "ID výrobce", "Leverandør-id", "Anbieterkennung", "ID de fabricante",
        "Fabrikatzailearen IDa", "Identifiant constructeur", "ID do fabricante", "ID proizvođača",
        "ID Pembuat", "ベンダー ID", "Producent-ID", "ID producenta", "ID de fornecedor",
        "ID прроизводителя", "Tillverkar-ID", "Sağlayıcı Kimliği", "Ідентифікатор виробника",
        "ID nhà sản xuất", "厂商 ID", "供應商識別號",
    ),
    "cpu.model": (
        "Model name", "Název modelu", "Modelnavn", "Modellname", "Nombre del modelo", "Mallinimi",
        "Nom de modèle", "Ime modela", "モデル名", "Modelnaam", "Nazwa modelu", "Nome do modelo",
        "Имя модели", "Modellnamn", "Modem ismi", "Назва моделі", "Tên mô hình", "型号名称",
    ),
    "cpu.threads": (
        "CPU(s)", "Počet CPU", "CPU'er", "Processeur(s)", "CPU(-a)", "CPU", "CPU's", "CPU(er)",
        "İşlemciler", "Процесори",
    ),
    "cpu.threads-per-core": (
        "Thread(s) per core", "Vláken na jádro", "Tråde per kerne", "Thread(s) pro Kern",
        "Hilo(s) de procesamiento por núcleo", "Core bakoitzeko hari kopurua", "Thread(s) par cœur",
        "Dretva po jezgri", "Thread(s) setiap inti", "コアあたりのスレッド数", "Draden per kern",
        "Wątków na rdzeń", "Tópicos por núcleo", "Thread(s) per núcleo", "Tråd(ar) per kärna",
        "Çekirdek başına iş parçacığı", "Потоків на ядро", "Số tuyến mỗi lõi", "每个核的线程数",
        "每核心執行緒數",
    ),
    "cpu.cores-per-socket": (
        "Core(s) per socket", "Jader na patici", "Kerner per sokkel", "Kern(e) pro Sockel",
        "Núcleo(s) por «socket»", "Socket bakoitzeko core kopurua", "Cœur(s) par socket",
        "Jezgra po podnožju", "Inti setiap soket", "ソケットあたりのコア数", "Kernen per voet",
        "Rdzeni na gniazdo", "Núcleos por socket", "Núcleo(s) por soquete", "Ядер на сокет",
        "Kärn(or) per uttag", "Soket başına çekirdek", "Số lõi mỗi đế cắm", "每个座的核数",
        "每通訊端核心數",
    ),
    "cpu.sockets": (
        "Socket(s)", "Patic", "Sokler", "Sockel", "«Socket(s)»", "CPU podnožja", "ソケット数",
        "CPU-voeten", "Gniazd", "Sockets", "Soquete(s)", "Сокетов", "Uttag", "Soket(ler)", "Сокети",
        "Số đế cắm", "座",
    ),
    "numa.nodes": (
        "NUMA node(s)", "Uzly NUMA", "NUMA-knuder", "NUMA-Knoten", "Modo(s) NUMA", "NUMA noduak",
        "Nœud(s) NUMA", "Nodo(s) NUMA", "NUMA čvor(ovi)", "Titik NUMA", "NUMA ノード数",
        "NUMA-nodes", "Węzłów NUMA", "Nós NUMA", "Nó(s) de NUMA", "NUMA nod(er)",
        "NUMA düğümü(leri)", "Вузли NUMA", "Nút NUMA", "NUMA 节点", "NUMA 節點",
    ),
    "cpu.max-frequency": (
        "CPU max MHz", "CPU max. MHz", "CPU maks. MHz", "Maximale Taktfrequenz der CPU",
        "CPU MHz máx.", "Vitesse maximale du processeur en MHz", "CPU max frekvencija (MHz)",
        "CPU 最大 MHz", "max. CPU-frequentie (MHz)", "CPU MHz máximos", "İşlemci en yüksek MHz",
        "Макс. частота процесора у МГц", "Tần số đồng hồ CPU tối đa (MHz)",
    ),
    "cpu.min-frequency": (
        "CPU min MHz", "CPU min. MHz", "Minimale Taktfrequenz der CPU", "CPU MHz mín.",
        "Vitesse minimale du processeur en MHz", "CPU min frekvencija (MHz)", "CPU 最小 MHz",
        "min. CPU-frequentie (MHz)", "CPU MHz mínimos", "İşlemci asgari MHz",
        "Мін. частота процесора у МГц", "Tần số đồng hồ CPU tối thiểu (MHz)",
    ),
}
# fmt: on

LABELS = {label: column for column, labels in _TRANSLATIONS.items() for label in labels}
"""The column of a fact by the label of its line, in any of the languages."""
