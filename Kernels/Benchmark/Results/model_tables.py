"""The tables of Scaling.md that model.py computes, in the form of a question's (see tables.py)."""

from model import PAPER, PAPER_ITERATIONS, Model, Results

INPUTS = {"parts", "products", "images", "scaling"}
# The paper's cycle by PaperVoxelSettings: degree, cycles, coarsenings, steps on the coarsest grid.
PAPER_CYCLE = (10, 2, 6, 20)
GROWN = 112.7e6  # unknowns a GPU of samples that grow with the GPUs
LARGE = 200e6  # for which the aims are set


def digits(value, count=3):
    return float(f"{value:.{count}g}")


def column(head, template):
    return [head, template]


def checked(model, of):
    """Measurements on one and two devices beside the model: case, what, measured, model, in ms."""
    large = "550/40, 20 %"
    small = "256/24, 25 %"
    rows = []

    def row(case, measured, seconds, note=""):
        rows.append((case, note, measured, 1e3 * seconds))

    def micro(case, unknowns, sample, quantity, parts, link="peer", devices=None):
        measured = of("parts/devices", case, quantity)
        made = model.sample(unknowns, sample)
        row(case, measured, model.iteration(made, parts, link, devices)["all"],
            {"one": "one GPU", "shared": "two parts of one GPU", "two": "two GPUs"}[quantity])

    for case, unknowns, sample in (("micro-FE, 256/24, 25 %", 15.3e6, small),
                                   ("micro-FE, 256/24 with its mirror image", 30.6e6, small),
                                   ("micro-FE, 550/40, 20 %", 112.7e6, large)):
        if "mirror" not in case:
            micro(case, unknowns, sample, "one", 1)
        micro(case, unknowns, sample, "shared", 2, "shared", 1)
        micro(case, unknowns, sample, "two", 2)
    largest = "1280/40, 20 %"
    seconds = of("images/images", largest, "solve", "H200") / 9
    row("micro-FE, " + largest, 1e3 * seconds, model.iteration(model.sample(1443e6), 1)["all"],
        "one GPU")
    for case, unknowns, sample in (("275/20", 15.8e6, "275/20, 20 %"),
                                   ("275/20 refined, 16 times", 220.3e6, large)):
        row("micro-FE, " + case, of("scaling/grown", case, "iteration", "H200"),
            model.iteration(model.sample(unknowns, sample), 1)["all"], "one GPU")
    # Designs: of one GPU's time, by two sizes, what grows is halved and what does not remains.
    designs = [("design of 160 x 80 x 80 voxels", 3.2), ("design of 256 x 128 x 128 voxels", 12.8)]
    one = [of("parts/devices", case, "one") for case, _ in designs]
    slope = (one[1] - one[0]) / (designs[1][1] - designs[0][1])
    rest = one[0] - slope * designs[0][1]
    link = model.links["peer"]
    for case, million in designs:
        exchanges = 6 * (9 + 9 + 2 * 9 + 4 * 9)  # iterations, and exchanges of the four levels in each
        latency = exchanges * link.exchange(1, 12 * (million * 1e6 / 3) ** (2 / 3) / 2)
        row(case, of("parts/devices", case, "two"),
            1e-3 * (slope * million / 2 + rest) + latency, "two GPUs")
    # With the diagonal: an iteration has one exchange, of vectors in double precision, and two sums.
    for case, million, rate in (("design of `wavy` 160 x 80 x 80, diagonal", 3.2, None),
                                ("design of TET10 80 x 40 x 40, diagonal", 9.5, 12.1)):
        all_of_one = 1e-3 * of("parts/devices", case, "one")
        of_one = 0.26e-3 if rate is None else million / rate * 1e-3 + million * 1e6 * 80 / model.bandwidth
        count = all_of_one / of_one
        messages = link.exchange(1, 24 * (million * 1e6 / 3) ** (2 / 3) / 2) + 2 * link.sum
        row(case, of("parts/devices", case, "two"), all_of_one / 2 + count * messages, "two GPUs")
    return rows


def check_table(model, results):
    rows = [{"case": case, "of": what,
             "values": {"measured": digits(measured), "model": digits(made),
                        "ratio": digits(made / measured)}}
            for case, what, measured, made in checked(model, results.of)]
    for entry in rows:
        entry["case"] += ", " + entry["of"]
    return {"name": "checks",
            "columns": [column("an iteration of", "{case}"), column("measured, ms", "{measured}"),
                        column("model, ms", "{model}"), column("model over measured", "{ratio}")],
            "quantities": {"measured": {"unit": "ms"}, "model": {"unit": "ms"}, "ratio": {"unit": "1"}},
            "results": rows}


def messages_of_paper(settings):
    """Exchanges and sums of an iteration of the paper's solver: a product and a transfer take two
    exchanges, of what is read and of what is added."""
    degree, cycles, coarsenings, coarse_steps = settings
    count = 0
    for level in range(coarsenings):
        products = degree - 1 + cycles * (1 + degree)
        count += cycles ** level * (2 * products + cycles * 2 * 2)
    return count + cycles ** coarsenings * coarse_steps * (2 + 2)


def paper_table():
    """The paper's times by the same form: what is divided, and messages, fitted to two GPUs."""
    rest = PAPER[2] - PAPER[1] / 2
    rows = []
    for parts, seconds in PAPER.items():
        made = PAPER[1] / parts + (rest if parts > 1 else 0.0)
        rows.append({"case": str(parts), "values": {
            "paper": seconds, "efficiency": digits(100 * PAPER[1] / parts / seconds, 2),
            "rest": digits(seconds - PAPER[1] / parts), "model": digits(made),
            "of_model": digits(100 * PAPER[1] / parts / made, 2), "ratio": digits(made / seconds)}})
    return {"name": "paper",
            "columns": [column("GPUs", "{case}"), column("paper, s (efficiency)", "{paper} ({efficiency} %)"),
                        column("above its part of one GPU's, s", "{rest}"),
                        column("model, s (efficiency)", "{model} ({of_model} %)"),
                        column("model over paper", "{ratio}")],
            "quantities": {"paper": {"unit": "s"}, "efficiency": {"unit": "%"}, "rest": {"unit": "s"},
                           "model": {"unit": "s"}, "of_model": {"unit": "%"}, "ratio": {"unit": "1"}},
            "results": rows}


def forecast(model, name, first, cases):
    """Times of an iteration of samples on GPUs: (case, sample, parts, seconds of one over parts)."""
    rows = []
    for case, sample, parts, ideal in cases:
        made = model.iteration(sample, parts)
        hosts = model.iteration(sample, parts, "host")["all"]
        further = model.iteration(sample, parts, last=len(sample.levels))["all"]
        shares = {key: digits(1e3 * made[key]) for key in ("all", "compute", "whole", "launches")}
        rows.append({"case": case, "values": {
            **shares, "links": digits(1e3 * (made["exchanges"] + made["sums"]), 2),
            "efficiency": digits(100 * ideal / made["all"], 2),
            "hosts": digits(1e3 * hosts), "of_hosts": digits(100 * ideal / hosts, 2),
            "further": digits(1e3 * further), "of_further": digits(100 * ideal / further, 2)}})
    columns = [column(first, "{case}"), column("ms (efficiency)", "{all} ({efficiency} %)"),
               column("divided levels", "{compute}"), column("whole levels", "{whole}"),
               column("launches", "{launches}"), column("links", "{links}"),
               column("through hosts", "{hosts} ({of_hosts} %)"),
               column("all levels divided", "{further} ({of_further} %)")]
    units = dict.fromkeys(["all", "compute", "whole", "launches", "links", "hosts", "further"],
                          {"unit": "ms"})
    units.update(dict.fromkeys(["efficiency", "of_hosts", "of_further"], {"unit": "%"}))
    return {"name": name, "columns": columns, "quantities": units, "results": rows}


def many(model):
    """Weak and strong scaling, and the largest sample."""
    counts = [1, 2, 4, 8, 64, 512]
    weak = []
    for a_gpu in (GROWN, LARGE):
        one = model.iteration(model.sample(a_gpu), 1)["all"]
        weak += [(f"{a_gpu / 1e6:g} million a GPU, {parts}", model.sample(parts * a_gpu), parts, one)
                 for parts in counts]
    strong = []
    for unknowns in (GROWN, LARGE, 1443e6):
        one = model.iteration(model.sample(unknowns), 1)["all"]
        strong += [(f"{unknowns / 1e6:g} million, {parts}", model.sample(unknowns), parts, one / parts)
                   for parts in counts]
    # 10^10 unknowns do not fit one GPU: the ideal is that one's work divided.
    one = model.iteration(model.sample(1e10), 1)["all"]
    largest = [(str(parts), model.sample(1e10), parts, one / parts) for parts in (8, 64, 512)]
    return [forecast(model, "weak", "unknowns, GPUs", weak),
            forecast(model, "strong", "unknowns, GPUs", strong),
            forecast(model, "largest", "GPUs", largest)]


def questions(loaded):
    """What the model adds to the questions; nothing where its inputs are not all there."""
    if not INPUTS <= loaded.keys():
        return {}
    results = Results(loaded)
    model = Model(results)
    tables = [check_table(model, results), paper_table()] + many(model)
    count = messages_of_paper(PAPER_CYCLE)
    each = 1e6 * (PAPER[2] - PAPER[1] / 2) / PAPER_ITERATIONS / count
    how = {"checks": "a launch and the bandwidth of block rows fitted to 256/24 and 550/40 on one GPU",
           "paper": f"perlin1 on K20X GPUs, {PAPER_ITERATIONS} iterations; the remainder fitted to two GPUs: "
                    f"{each:.0f} us for each of {count} messages and sums of an iteration"}
    for table in tables:
        table["common"] = {"machine": "model", "date": max(results.dates),
                           "configuration": how.get(table["name"], "H200; an iteration")}
    return {"model": {"question": "What would many GPUs give?", "tables": tables}}
